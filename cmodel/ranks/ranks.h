/* SPDX-License-Identifier: Apache-2.0
 *
 * Ranks: processes that run one fabric together, on one machine or several. Each of them calls the same functions in
 * the same order; an exchange brings every rank what each other one had to tell it. How bytes get from process to
 * process is behind struct ranks_ops, so that the program needs MPI only where it is used. docs/reference/ranks.md.
 */
#ifndef RANKS_RANKS_H
#define RANKS_RANKS_H

#include <stddef.h>
#include <stdint.h>

struct archive;

enum {
    RANKS_VERSION = 2, /**< of struct ranks_ops */
    RANKS_MOST = 1024  /**< processes */
};

/** How bytes travel. Between two processes they arrive in the order in which they were sent. */
struct ranks_ops {
    int version;     /**< RANKS_VERSION of those who made them */
    const char *mpi; /**< by which MPI: "Open MPI", "MPICH", or another name */
    /**
     * Begin. @param[out] rank  0 to count - 1 @return what the other operations get as context; NULL: it cannot be had
     */
    void *(*start)(int *rank, int *count);
    /**
     * Begin to send, and to receive up to so many bytes, that stay where they are until none is left. @return 0 or -1
     */
    int (*send)(void *context, int to, const void *bytes, size_t length);
    int (*receive)(void *context, int from, void *bytes, size_t room);
    /** Go on with what was begun. @return what is left of it; then @param[out] rank  one that it is waited for. -1: it
     * failed */
    int (*left)(void *context, int *rank);
    /** End all processes now, this one, too. */
    void (*abort)(void *context, int status);
    /** The last operation, of all processes. */
    void (*finish)(void *context);
};

/** A message that is being put together, or was received. */
struct ranks_message {
    uint8_t *bytes;
    size_t length, size, at; /**< at: bytes taken by ranks_take */
};

struct ranks {
    const struct ranks_ops *ops;
    void *context;
    int rank, count;
    struct ranks_message *out, *in, *before; /**< [count] of an exchange; before: what the one before brought */
    int crowded;                             /**< more of them run on this machine than there are processors for them */
    double timeout;                          /**< an exchange that takes longer has failed, seconds; 0: none has */
    /** Whether this process is told to end: then it says soon which other one it waits for. NULL: nobody tells it */
    int (*ended)(void);
    /** What is to be said when the run cannot go on, and then all processes are ended; or when it may be that it
     * cannot. */
    void (*lost)(void *context, const char *sentence);
    void *lost_context;
};

/**
 * Prepare the ranks of a process whose operations have been started.
 * @return 0, or -1 when out of memory; ranks_finish is due nevertheless
 */
int ranks_init(struct ranks *r, const struct ranks_ops *ops, void *context, int rank, int count);
/** Free what is held. All zero is legal. */
void ranks_finish(struct ranks *r);

/** Add bytes to the message that a rank gets in the next exchange, this one included. When memory is short, all ranks
 * are ended. */
void ranks_put(struct ranks *r, int to, const void *bytes, size_t length);
/** Likewise, room for bytes that are written afterwards: up to the next call. */
void *ranks_room(struct ranks *r, int to, size_t length);
/**
 * Give every rank its message and have those of all; when one does not come, all ranks are ended. What the exchange
 * before brought stays where it is until the next one.
 */
void ranks_exchange(struct ranks *r);
/** Take the next bytes out of what a rank sent; when there are not so many, all ranks are ended. */
const void *ranks_take(struct ranks *r, int from, size_t length);
/** Likewise, to where they are aligned. */
void ranks_get(struct ranks *r, int from, void *bytes, size_t length);

/** What every rank has to say, so many bytes each. @param[out] all  [count] one after the other */
void ranks_all(struct ranks *r, const void *mine, size_t size, void *all);
/** By all ranks: learn whether those on a machine have a processor each, which decides how they wait for each other. */
void ranks_find_processors(struct ranks *r);
/** Whether a value is not 0 on any rank. */
int ranks_any(struct ranks *r, int mine);
/**
 * Whether all are well; else the sentence of the first that is not, with its number where that is not 0.
 * @param failed  of this rank, and its sentence in `error`; changed to that of all @return 0, or -1 on every rank
 */
int ranks_agree(struct ranks *r, int failed, char *error, size_t size);
/**
 * By all ranks: the first one loads what each other one saves. When that cannot be, all are ended.
 * @param part  visits what a rank has (archive.h): on that rank to save it, on the first one to load it
 */
void ranks_gather(struct ranks *r, void (*part)(void *context, int rank, struct archive *a), void *context);
/** Say why this rank cannot go on, and end all. */
void ranks_abort(struct ranks *r, const char *sentence) __attribute__((noreturn));

/* The ranks of this process, if mpirun or srun has started it as one of several. */

/**
 * Join the others that were started with this process, if there are any.
 * @param[out] error  buffer for one sentence when -1 is returned
 * @return 0, or -1 when there are some and they cannot be joined
 */
int ranks_join(char *error, size_t size);
/** Those that were joined; NULL: this process is alone, or has partitioned. */
struct ranks *ranks_joined(void);
/** From now on this process does its work alone; the others do, too, or wait in ranks_leave. */
void ranks_part(void);
/** The end of that: it does things together with the others again. */
void ranks_meet(void);
/**
 * The last call of every rank, and of a process that could not join: the first one has done its work, and the others
 * wait for it.
 * @param status  to exit with @return that of the first rank
 */
int ranks_leave(int status);

#endif
