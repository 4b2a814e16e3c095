# SPDX-License-Identifier: Apache-2.0
# Sourced after common.sh: RTL of any build of the virtual-channel router, of which the default build has one.

# vcr_rtl BUILD: its shared object; made, and kept for the next time, where the build has none
vcr_rtl() (
  local folder=$FEDX_BUILD/tests/vcr_rtl
  if [ -e "$FEDX_BUILD/libvcr_$1.so" ]; then
    echo "$FEDX_BUILD/libvcr_$1.so"
    return
  fi
  mkdir -p "$folder" && exec 9>"$folder.lock" && flock 9
  { cmake -S "$FEDX_SOURCE" -B "$folder" -G Ninja -DBUILD_TESTING=OFF "-DVCR_RTL_BUILDS=noc;tree;mesh;wormhole" &&
    cmake --build "$folder" --target "vcr_rtl_$1"; } >"$folder/log-$1" 2>&1 || { tail -n 20 "$folder/log-$1" >&2 && return 1; }
  echo "$folder/libvcr_$1.so"
)
