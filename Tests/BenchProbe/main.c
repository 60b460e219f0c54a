// The yardsticks of Config/bench, in C over libdbus, as plain as they can be.
//
//   probe floor SUMMARY          one blocking Notify call: what a sender costs at least
//   probe server [hold|close]    a notification server: keeps every popup, or closes it at once
//   probe blocking CALLS         so many blocking Notify calls, one after the other: prints seconds
//   probe trips CALLS            so many blocking round trips: prints each one's microseconds
//   probe posts SENDERS CALLS    so many processes post so many alerts each: prints seconds
//   probe pairs RUNS A… -- B…    runs two commands in turn: prints wall ms and peak KiB of each
#include <dbus/dbus.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NOTIFICATIONS "org.freedesktop.Notifications"
#define NOTIFICATIONS_PATH "/org/freedesktop/Notifications"
#define ALERTS "org.peal.Alerts1"
#define ALERTS_PATH "/org/peal/Alerts1"

extern char **environ;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static void fail(const char *what) {
  fprintf(stderr, "probe: %s\n", what);
  exit(1);
}

static DBusConnection *connect_to_bus(void) {
  DBusError error = DBUS_ERROR_INIT;
  DBusConnection *bus = dbus_bus_get_private(DBUS_BUS_SESSION, &error);
  if (!bus) fail(error.message);
  return bus;
}

static DBusMessage *call(DBusConnection *bus, DBusMessage *message) {
  DBusError error = DBUS_ERROR_INIT;
  DBusMessage *reply = dbus_connection_send_with_reply_and_block(bus, message, 30000, &error);
  dbus_message_unref(message);
  if (!reply) fail(error.message);
  return reply;
}

static DBusMessage *notify(const char *summary) {
  DBusMessage *message =
      dbus_message_new_method_call(NOTIFICATIONS, NOTIFICATIONS_PATH, NOTIFICATIONS, "Notify");
  const char *empty = "";
  dbus_uint32_t replaces = 0;
  dbus_int32_t expiry = -1;
  DBusMessageIter body, array;
  dbus_message_iter_init_append(message, &body);
  dbus_message_iter_append_basic(&body, DBUS_TYPE_STRING, &empty);
  dbus_message_iter_append_basic(&body, DBUS_TYPE_UINT32, &replaces);
  dbus_message_iter_append_basic(&body, DBUS_TYPE_STRING, &empty);
  dbus_message_iter_append_basic(&body, DBUS_TYPE_STRING, &summary);
  dbus_message_iter_append_basic(&body, DBUS_TYPE_STRING, &empty);
  dbus_message_iter_open_container(&body, DBUS_TYPE_ARRAY, "s", &array);
  dbus_message_iter_close_container(&body, &array);
  dbus_message_iter_open_container(&body, DBUS_TYPE_ARRAY, "{sv}", &array);
  dbus_message_iter_close_container(&body, &array);
  dbus_message_iter_append_basic(&body, DBUS_TYPE_INT32, &expiry);
  return message;
}

static DBusMessage *post(const char *summary) {
  DBusMessage *message = dbus_message_new_method_call(ALERTS, ALERTS_PATH, ALERTS, "Post");
  const char *empty = "";
  DBusMessageIter body, options;
  dbus_message_iter_init_append(message, &body);
  dbus_message_iter_append_basic(&body, DBUS_TYPE_STRING, &summary);
  dbus_message_iter_append_basic(&body, DBUS_TYPE_STRING, &empty);
  dbus_message_iter_open_container(&body, DBUS_TYPE_ARRAY, "{sv}", &options);
  dbus_message_iter_close_container(&body, &options);
  return message;
}

static int run_floor(const char *summary) {
  dbus_message_unref(call(connect_to_bus(), notify(summary)));
  return 0;
}

static int run_blocking(int calls) {
  DBusConnection *bus = connect_to_bus();
  double start = now();
  for (int i = 0; i < calls; i++) dbus_message_unref(call(bus, notify("blocking")));
  printf("%.6f\n", now() - start);
  return 0;
}

static int run_trips(int calls) {
  DBusConnection *bus = connect_to_bus();
  for (int i = 0; i < calls; i++) {
    double start = now();
    dbus_message_unref(call(bus, notify("trip")));
    printf("%.1f\n", (now() - start) * 1e6);
  }
  return 0;
}

static int run_posts(int senders, int calls) {
  double start = now();
  for (int sender = 0; sender < senders; sender++) {
    if (fork() != 0) continue;
    DBusConnection *bus = connect_to_bus();
    for (int i = 0; i < calls; i++) dbus_message_unref(call(bus, post("posted")));
    _exit(0);
  }
  for (int sender = 0; sender < senders; sender++) {
    int status;
    if (wait(&status) < 0 || status != 0) fail("a sender failed");
  }
  printf("%.6f\n", now() - start);
  return 0;
}

// The server. With `close` it closes a popup as soon as it has replied, and measures how long after
// that the next Notify arrives; asked by org.peal.Probe.Waits it prints those times in microseconds.

static double *waits;
static size_t wait_count, wait_room;
static double closed_at;

static void note_wait(void) {
  if (closed_at == 0) return;
  if (wait_count == wait_room) {
    wait_room = wait_room ? 2 * wait_room : 1024;
    waits = realloc(waits, wait_room * sizeof *waits);
  }
  waits[wait_count++] = (now() - closed_at) * 1e6;
}

static void send_and_forget(DBusConnection *bus, DBusMessage *message) {
  dbus_connection_send(bus, message, NULL);
  dbus_message_unref(message);
}

static void answer_notify(DBusConnection *bus, DBusMessage *message, int closes) {
  static dbus_uint32_t next = 0;
  dbus_uint32_t id = ++next, reason = 2;
  note_wait();
  DBusMessage *reply = dbus_message_new_method_return(message);
  dbus_message_append_args(reply, DBUS_TYPE_UINT32, &id, DBUS_TYPE_INVALID);
  send_and_forget(bus, reply);
  if (!closes) return;
  DBusMessage *signal =
      dbus_message_new_signal(NOTIFICATIONS_PATH, NOTIFICATIONS, "NotificationClosed");
  dbus_message_append_args(
      signal, DBUS_TYPE_UINT32, &id, DBUS_TYPE_UINT32, &reason, DBUS_TYPE_INVALID);
  closed_at = now();
  send_and_forget(bus, signal);
}

static void answer_information(DBusConnection *bus, DBusMessage *message) {
  const char *name = "probe", *vendor = "peal", *version = "1", *specification = "1.2";
  DBusMessage *reply = dbus_message_new_method_return(message);
  dbus_message_append_args(
      reply, DBUS_TYPE_STRING, &name, DBUS_TYPE_STRING, &vendor, DBUS_TYPE_STRING, &version,
      DBUS_TYPE_STRING, &specification, DBUS_TYPE_INVALID);
  send_and_forget(bus, reply);
}

static void answer_capabilities(DBusConnection *bus, DBusMessage *message) {
  const char *capabilities[] = {"actions", "body"}, **list = capabilities;
  DBusMessage *reply = dbus_message_new_method_return(message);
  dbus_message_append_args(
      reply, DBUS_TYPE_ARRAY, DBUS_TYPE_STRING, &list, 2, DBUS_TYPE_INVALID);
  send_and_forget(bus, reply);
}

static void answer_close(DBusConnection *bus, DBusMessage *message) {
  send_and_forget(bus, dbus_message_new_method_return(message));
}

static int run_server(int closes) {
  DBusError error = DBUS_ERROR_INIT;
  DBusConnection *bus = connect_to_bus();
  dbus_connection_set_exit_on_disconnect(bus, FALSE);
  dbus_bus_request_name(bus, NOTIFICATIONS, DBUS_NAME_FLAG_DO_NOT_QUEUE, &error);
  if (dbus_error_is_set(&error)) fail(error.message);
  puts("ready");
  fflush(stdout);
  while (dbus_connection_read_write(bus, -1)) {
    DBusMessage *message;
    while ((message = dbus_connection_pop_message(bus))) {
      if (dbus_message_is_method_call(message, NOTIFICATIONS, "Notify"))
        answer_notify(bus, message, closes);
      else if (dbus_message_is_method_call(message, NOTIFICATIONS, "GetServerInformation"))
        answer_information(bus, message);
      else if (dbus_message_is_method_call(message, NOTIFICATIONS, "GetCapabilities"))
        answer_capabilities(bus, message);
      else if (dbus_message_is_method_call(message, NOTIFICATIONS, "CloseNotification"))
        answer_close(bus, message);
      else if (dbus_message_is_method_call(message, "org.peal.Probe", "Waits")) {
        for (size_t i = 0; i < wait_count; i++) printf("%.1f\n", waits[i]);
        puts("end");
        fflush(stdout);
        wait_count = 0;
        closed_at = 0;
      }
      dbus_message_unref(message);
    }
  }
  return 0;
}

static void run_once(char **command, double *wall, long *peak) {
  static int null = -1;
  if (null < 0) null = open("/dev/null", O_RDWR | O_CLOEXEC);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (int end = 0; end < 3; end++) posix_spawn_file_actions_adddup2(&actions, null, end);
  pid_t child;
  int status;
  struct rusage usage;
  double start = now();
  if (posix_spawnp(&child, command[0], &actions, NULL, command, environ) != 0) fail(command[0]);
  wait4(child, &status, 0, &usage);
  *wall = (now() - start) * 1e3;
  *peak = usage.ru_maxrss;
  posix_spawn_file_actions_destroy(&actions);
  if (status != 0) fprintf(stderr, "probe: %s ended with status %d\n", command[0], status);
}

static int run_pairs(int runs, char **first, char **second) {
  for (int i = 0; i < runs; i++) {
    double wall[2];
    long peak[2];
    run_once(first, &wall[0], &peak[0]);
    run_once(second, &wall[1], &peak[1]);
    printf("%.3f %ld %.3f %ld\n", wall[0], peak[0], wall[1], peak[1]);
  }
  return 0;
}

int main(int count, char **words) {
  const char *verb = count > 1 ? words[1] : "";
  if (!strcmp(verb, "floor") && count > 2) return run_floor(words[2]);
  if (!strcmp(verb, "server")) return run_server(count > 2 && !strcmp(words[2], "close"));
  if (!strcmp(verb, "blocking") && count > 2) return run_blocking(atoi(words[2]));
  if (!strcmp(verb, "trips") && count > 2) return run_trips(atoi(words[2]));
  if (!strcmp(verb, "posts") && count > 3) return run_posts(atoi(words[2]), atoi(words[3]));
  if (!strcmp(verb, "pairs") && count > 4) {
    for (int i = 4; i < count; i++) {
      if (strcmp(words[i], "--")) continue;
      words[i] = NULL;
      return run_pairs(atoi(words[2]), words + 3, words + i + 1);
    }
  }
  fail("usage: floor SUMMARY | server [hold|close] | blocking CALLS | trips CALLS"
       " | posts SENDERS CALLS | pairs RUNS A… -- B…");
  return 64;
}
