# SPDX-License-Identifier: Apache-2.0
# Sourced, behind common.sh, by tests that start several processes: which MPI the build has, where its mpirun is, and what that needs
# here. No other file knows a name that only one MPI has. docs/reference/ranks.md has a table of the three.
#   "$mpirun" -n N COMMAND...   start processes: as root, and more than there are processors
#   $mpi                        openmpi4, openmpi5 or mpich
#   $mpi_rank                   name of the variable that tells a process its rank

# mpi_of COMMAND: whose mpirun it is; no word if it is none of the three
mpi_of() {
  case $("$1" --version 2>/dev/null) in
    *"(Open MPI) 4."*) echo openmpi4 ;;
    *"(Open MPI) "[5-9].*) echo openmpi5 ;;
    *HYDRA*) echo mpich ;;
  esac
}

[ -e "$FEDX_BUILD/libfedx_mpi.so" ] || skip "built without MPI: sim_scripts/test.sh --mpi installs it"
case $(grep -aoE -m1 'Open MPI|MPICH' "$FEDX_BUILD/libfedx_mpi.so" | head -n 1) in
  MPICH) own='mpich' ;;
  *) own='openmpi[45]' ;;
esac
mpirun="" mpi=""
for candidate in mpirun mpirun.mpich mpirun.openmpi; do # the last two where several MPIs are installed
  mpi=$(mpi_of $candidate)
  # shellcheck disable=SC2053 # a pattern
  if [[ $mpi == $own ]]; then
    mpirun=$candidate
    break
  fi
done
[ -n "$mpirun" ] || skip "no mpirun of the MPI that this build has: sim_scripts/test.sh --mpi installs Open MPI"
# An mpirun of the other family, if there is one
blackbox_mpirun=""
for candidate in mpirun.mpich mpirun.openmpi; do
  # shellcheck disable=SC2053
  if [ -n "$(mpi_of $candidate)" ] && [[ $(mpi_of $candidate) != $own ]]; then blackbox_mpirun=$candidate; fi
done

export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 # as tests in containers are
mpi_rank=OMPI_COMM_WORLD_RANK
[ "$mpi" != mpich ] || mpi_rank=PMI_RANK
case $mpi in
  openmpi4) export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_btl_base_warn_component_unused=0 ;;
  openmpi5) export PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe ;;
esac

# kill_after SECONDS: how long mpirun leaves processes that it ends. Only Open MPI 4 can be told.
kill_after() {
  [ "$mpi" != openmpi4 ] || export OMPI_MCA_odls_base_sigkill_timeout="$1"
}

# by_tcp COMMAND...: with an MPI that makes no files for messages between processes of one machine
by_tcp() {
  case $mpi in
    openmpi4) OMPI_MCA_btl=self,tcp "$@" ;;
    openmpi5) OMPI_MCA_btl=self,tcp OMPI_MCA_reachable=weighted "$@" ;; # by netlink a process may not find another one on its own machine
    mpich) MPIR_CVAR_NOLOCAL=1 UCX_TLS=self,tcp FI_PROVIDER=tcp "$@" ;;
  esac
}

# names_killed RANK: in the file err mpirun has named the rank whose process was killed. MPICH says in the file out that one was killed,
# and may name another one, which it has killed itself.
names_killed() {
  case $mpi in
    openmpi*) grep -q "rank $1 with PID" err ;;
    mpich) grep -q "EXIT CODE: 9" out ;;
  esac
}

# rank_of PROCESS RANK: the process of a rank among those that an mpirun, PROCESS, has started
rank_of() {
  local child
  for child in $(pgrep -P "$1"); do
    if tr '\0' '\n' <"/proc/$child/environ" 2>/dev/null | grep -qx "$mpi_rank=$2"; then
      echo "$child"
    else
      rank_of "$child" "$2"
    fi
  done
}
