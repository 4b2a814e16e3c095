/* SPDX-License-Identifier: Apache-2.0 */
#include "resume.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "../../base/process.h"
#include "../../config/written.h"
#include "../../run/session.h"

/* What changes neither the simulation nor the files that it has begun to write. */
static const int free_keys[] = {KEY_threads, KEY_json, KEY_csv, KEY_checkpoint, KEY_checkpoint_every, KEY_rtl_object};

static int is_free(int key)
{
    for (size_t i = 0; i < sizeof free_keys / sizeof *free_keys; i++)
        if (free_keys[i] == key)
            return 1;
    return 0;
}

/* Options that say what the run is anyway do no harm. */
static int check_options(const struct scenario *set, const struct scenario *saved)
{
    char option[SCENARIO_NAME], allowed[256] = "";

    for (size_t i = 0; i < sizeof free_keys / sizeof *free_keys; i++) {
        scenario_option(free_keys[i], option);
        snprintf(allowed + strlen(allowed), sizeof allowed - strlen(allowed), "%s--%s", i ? ", " : "", option);
    }
    for (int key = 0; key < SCENARIO_KEYS; key++) {
        if (set->line[key] != FROM_CALLER || is_free(key) || !scenario_differ(set, saved, key))
            continue;
        scenario_option(key, option);
        return cli_bad("run", "--%s: a run that is resumed goes on as it was; only %s can be given", option, allowed);
    }
    return 0;
}

/* What the command line names is the user's own choice. */
static int check_written(const char *path, const struct scenario *saved, const struct scenario *set)
{
    char option[SCENARIO_NAME], text[SCENARIO_TEXT];

    for (int key = 0; (key = written_first_outside(saved, key)) >= 0; key++)
        if (set->line[key] != FROM_CALLER) {
            scenario_option(key, option);
            scenario_get(saved, key, text);
            return cli_bad(
                "run",
                "%s: its run writes a file outside of the current folder, --%s %s: look at it with --list, and give "
                "--trust if you made it",
                path, option, text);
        }
    return 0;
}

int resume_list(const char *path)
{
    struct checkpoint checkpoint = {0};
    struct scenario scenario;
    char error[SCENARIO_ERROR], text[SCENARIO_TEXT];

    if (checkpoint_read(&checkpoint, path, &scenario, error, sizeof error) != 0)
        return cli_bad("run", "%s", error);
    scenario_print(&scenario, stdout);
    for (int key = 0; key < SCENARIO_KEYS; key++) {
        scenario_get(&scenario, key, text);
        if (written_is_key(key) && *text)
            printf("# writes %s%s\n", text,
                   written_outside(text) ? " (outside of the current folder: only with --trust)" : "");
    }
    checkpoint_finish(&checkpoint);
    return cli_flush();
}

int resume_read(const char *path, int trust, const struct cli_scenario *given, struct checkpoint *checkpoint,
                struct scenario *scenario)
{
    char error[SCENARIO_ERROR];

    if (given->file)
        return cli_bad("run", "%s: --resume takes the configuration from the checkpoint", given->file);
    if (checkpoint_read(checkpoint, path, scenario, error, sizeof error) != 0)
        return cli_bad("run", "%s", error);
    if (scenario_set_key(scenario, KEY_checkpoint, path, error, sizeof error) != 0)
        return cli_bad("run", "--resume: the name of the file %s", error);
    int status = trust ? 0 : check_written(path, scenario, &given->set);
    if (status == 0)
        status = check_options(&given->set, scenario);
    if (status != 0)
        return status;
    scenario_merge(scenario, &given->set);
    return strcmp(scenario->output.checkpoint, path) == 0 ? 0 : resume_check_new(scenario->output.checkpoint);
}

int resume_check_new(const char *checkpoint)
{
    const struct session saved = {.saved = checkpoint};
    char command[2 * SCENARIO_TEXT];
    struct stat status;

    if (stat(checkpoint, &status) != 0 || !S_ISREG(status.st_mode))
        return 0;
    session_resume_command(&saved, command, sizeof command);
    return cli_bad("run", "--checkpoint %s is there already: go on with its run by %s, or remove it", checkpoint,
                   command);
}

void resume_hold_signals(void)
{
    sigset_t set;

    process_interruptions(&set);
    sigprocmask(SIG_BLOCK, &set, NULL);
}
