#!/bin/bash
# Workers of a coterie cluster as a Slurm array: 40 tasks of 16 cores, each of which computes parts
# of whatever jobs the server has, and ends when there has been nothing to do for a quarter of an hour.
#
#   0. The same program file is on the PATH of all nodes, or COTERIE names it: ~/bin/coterie, if they share ~.
#   1. Somewhere that all nodes reach, such as the login node, under tmux or nohup:
#        (umask 077; openssl rand -hex 32 > ~/coterie.token)
#        coterie cluster serve --dir ~/coterie-cluster --listen 0.0.0.0:4222 --token-file ~/coterie.token
#   2. COTERIE_AT=nats://LOGIN-NODE:4222 sbatch docs/cluster/slurm.sh
#   3. Anywhere, with the same program file:
#        coterie enumerate --n 8 --nondominated --classes --measure --format parquet -o eight.parquet \
#          --at nats://LOGIN-NODE:4222 --token-file ~/coterie.token
#
# Tasks may be killed, requeued or added at any time: sbatch the file again for more of them.
#SBATCH --job-name=coterie
#SBATCH --array=1-40
#SBATCH --cpus-per-task=16
#SBATCH --mem-per-cpu=1G
#SBATCH --time=12:00:00
#SBATCH --requeue
# A minute before the time is over the worker gives back what it has begun, so that nobody waits.
#SBATCH --signal=TERM@60
set -euo pipefail
# Since Slurm 22.05 srun does not take the cores of a task from sbatch.
export SRUN_CPUS_PER_TASK="${SLURM_CPUS_PER_TASK:-1}"

exec srun "${COTERIE:-coterie}" cluster work \
  --at "${COTERIE_AT:?the address of the server, as in nats://login:4222}" \
  --token-file "${COTERIE_TOKEN_FILE:-$HOME/coterie.token}" \
  --jobs "${SLURM_CPUS_PER_TASK:-1}" \
  --idle 15m
