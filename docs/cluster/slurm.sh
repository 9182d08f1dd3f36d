#!/bin/bash
# Workers of a coterie cluster as a Slurm array: 40 tasks of 16 cores, each of which computes parts
# of whatever jobs the server has, and ends when there has been nothing to do for a quarter of an hour.
#
#   1. Somewhere that all nodes reach, such as the login node, under tmux or nohup:
#        (umask 077; openssl rand -hex 32 > ~/coterie.token)
#        coterie cluster serve --dir ~/coterie-cluster --listen "$(hostname):4222" --token-file ~/coterie.token
#   2. COTERIE_AT=nats://LOGIN-NODE:4222 sbatch docs/cluster/slurm.sh
#   3. Anywhere, with the same program file:
#        coterie search load --n 12 --cubes 12 --at nats://LOGIN-NODE:4222 --token-file ~/coterie.token
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

exec srun coterie cluster work \
  --at "${COTERIE_AT:?the address of the server, as in nats://login:4222}" \
  --token-file "${COTERIE_TOKEN_FILE:-$HOME/coterie.token}" \
  --jobs "${SLURM_CPUS_PER_TASK:-1}" \
  --idle 15m
