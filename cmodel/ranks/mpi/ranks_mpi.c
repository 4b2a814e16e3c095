/* SPDX-License-Identifier: Apache-2.0
 *
 * Ranks by MPI: the shared object libfedx_mpi.so. Messages are sent and received without waiting, and all at once
 * waited for.
 */
#include <stdlib.h>

#include <mpi.h>

#include "../ranks.h"

/* What was begun, and with which rank. */
struct transfers {
    MPI_Request *request;
    MPI_Status *status; /* nobody reads it: to gcc, MPI_STATUSES_IGNORE of mpich is an array without room */
    int *rank;
    int count, room;
};

static void *start(int *rank, int *count)
{
    static struct transfers t;
    int provided;

    /* Only the thread that closes cycles calls. */
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS || provided < MPI_THREAD_FUNNELED)
        return NULL;
    MPI_Comm_rank(MPI_COMM_WORLD, rank);
    MPI_Comm_size(MPI_COMM_WORLD, count);
    t.room = 2 * *count;
    t.request = malloc((size_t)t.room * sizeof *t.request);
    t.status = malloc((size_t)t.room * sizeof *t.status);
    t.rank = malloc((size_t)t.room * sizeof *t.rank);
    return t.request && t.status && t.rank ? &t : NULL;
}

/* Room for one more. @return NULL: more were begun than there are ranks */
static MPI_Request *begin(struct transfers *t, int rank)
{
    if (t->count == t->room)
        return NULL;
    t->rank[t->count] = rank;
    return &t->request[t->count++];
}

static int send_to(void *context, int to, const void *bytes, size_t length)
{
    MPI_Request *request = length <= INT32_MAX ? begin(context, to) : NULL;

    return request && MPI_Isend(bytes, (int)length, MPI_BYTE, to, 0, MPI_COMM_WORLD, request) == MPI_SUCCESS ? 0 : -1;
}

static int receive_from(void *context, int from, void *bytes, size_t room)
{
    MPI_Request *request = room <= INT32_MAX ? begin(context, from) : NULL;

    return request && MPI_Irecv(bytes, (int)room, MPI_BYTE, from, 0, MPI_COMM_WORLD, request) == MPI_SUCCESS ? 0 : -1;
}

static int left(void *context, int *rank)
{
    struct transfers *t = context;
    int done, count = 0;

    if (MPI_Testall(t->count, t->request, &done, t->status) != MPI_SUCCESS)
        return -1;
    if (done)
        return t->count = 0;
    for (int i = 0; i < t->count; i++)
        if (t->request[i] != MPI_REQUEST_NULL) {
            MPI_Request_get_status(t->request[i], &done, MPI_STATUS_IGNORE);
            if (!done)
                *rank = t->rank[i];
            count += !done;
        }
    return count > 0 ? count : 1;
}

static void end_all(void *context, int status)
{
    (void)context;
    MPI_Abort(MPI_COMM_WORLD, status);
}

static void finish(void *context)
{
    struct transfers *t = context;

    MPI_Finalize();
    free(t->request);
    free(t->status);
    free(t->rank);
}

#ifdef OPEN_MPI
#define NAME "Open MPI"
#elif defined MPICH_VERSION
#define NAME "MPICH"
#else
#define NAME "another MPI"
#endif

extern const struct ranks_ops fedx_ranks_ops;
const struct ranks_ops fedx_ranks_ops = {
    .version = RANKS_VERSION,
    .mpi = NAME,
    .start = start,
    .send = send_to,
    .receive = receive_from,
    .left = left,
    .abort = end_all,
    .finish = finish,
};
