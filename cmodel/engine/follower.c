/* SPDX-License-Identifier: Apache-2.0 */
#include "follower.h"

#include "../base/platform.h"

static unsigned backlog(struct follower *f)
{
    return atomic_load(&f->announced) - atomic_load(&f->done);
}

/*
 * Nothing is to be done. The thread is woken up when half of the room is full, or when the first one waits: to be woken
 * up for every round would cost the first one more than the round. It does not spin meanwhile: others may need the
 * processor.
 */
static void rest(struct follower *f)
{
    while (atomic_store(&f->asleep, 1),
           backlog(f) <= (atomic_load(&f->hurry) ? 0 : f->most / 2) && !atomic_load(&f->over))
        platform_sleep_while(&f->asleep, 1);
    atomic_store(&f->asleep, 0);
}

static void wake(struct follower *f)
{
    if (!atomic_load(&f->asleep))
        return;
    atomic_store(&f->asleep, 0);
    platform_wake_all(&f->asleep);
}

static void *work(void *argument)
{
    struct follower *f = argument;

    for (;;) {
        if (backlog(f) > 0) {
            if (!atomic_load_explicit(&f->stopped, memory_order_relaxed) && f->round(f->context))
                atomic_store(&f->stopped, 1);
            atomic_fetch_add(&f->done, 1);
            if (atomic_load(&f->hurry))
                platform_wake_all(&f->done);
        } else if (atomic_load(&f->over)) {
            return NULL;
        } else {
            rest(f);
        }
    }
}

int follower_start(struct follower *f, int (*round)(void *context), void *context, unsigned most)
{
    *f = (struct follower){.round = round, .context = context, .most = most};
    return pthread_create(&f->thread, NULL, work, f) == 0 ? 0 : -1;
}

/* Until so many rounds at most are left. */
static int wait_until(struct follower *f, unsigned left)
{
    unsigned done;

    if (backlog(f) > left) {
        atomic_store(&f->hurry, 1);
        wake(f);
        while (done = atomic_load(&f->done), atomic_load(&f->announced) - done > left)
            platform_sleep_while(&f->done, done);
        atomic_store(&f->hurry, 0);
    }
    return (int)atomic_load(&f->stopped);
}

int follower_announce(struct follower *f)
{
    atomic_fetch_add(&f->announced, 1);
    if (backlog(f) > f->most / 2)
        wake(f);
    return wait_until(f, f->most - 1);
}

int follower_wait(struct follower *f)
{
    return wait_until(f, 0);
}

void follower_finish(struct follower *f)
{
    atomic_store(&f->over, 1);
    atomic_store(&f->hurry, 1);
    wake(f);
    pthread_join(f->thread, NULL);
}
