# SPDX-License-Identifier: Apache-2.0
# Sourced after common.sh: RTL of any build of the virtual-channel router, of which the default build has one.

# vcr_rtl BUILD [UNIT]: its shared object; made, and kept for the next time, where the build has none. UNIT: vcr, the router, or
# vcr_terminal
vcr_rtl() (
  local folder=$FEDX_BUILD/tests/vcr_rtl unit=${2-vcr}
  if [ -e "$FEDX_BUILD/lib${unit}_$1.so" ]; then
    echo "$FEDX_BUILD/lib${unit}_$1.so"
    return
  fi
  mkdir -p "$folder" && exec 9>"$folder.lock" && flock 9
  { cmake -S "$FEDX_SOURCE" -B "$folder" -G Ninja -DBUILD_TESTING=OFF "-DVCR_RTL_BUILDS=noc;tree;mesh;wormhole;tree64;deep64;wormhole64" &&
    cmake --build "$folder" --target "${unit}_rtl_$1"; } >"$folder/log-$1" 2>&1 || { tail -n 20 "$folder/log-$1" >&2 && return 1; }
  echo "$folder/lib${unit}_$1.so"
)
