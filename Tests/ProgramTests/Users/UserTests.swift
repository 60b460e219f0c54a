import TestBus
import Testing

/// What root does for other people. Only root can try it, and only where mounts are allowed.
@Suite(.enabled(if: Mounts.areAllowed))
struct UserTests {
  /// Runs a script as root among people: see `among-people`.
  private func run(_ script: String) async throws -> ChildProcess.Result {
    let folder = try TemporaryFolder()
    let file = try folder.write(script, to: "script")
    return try await ChildProcess.run(
      Document.path("Tests/ProgramTests/Users/among-people"), [Programs.folder, file])
  }

  @Test(.field(21)) func oneIsToldAsThatPersonWithNothingOfRoots() async throws {
    let result = try await run(
      #"""
      peal send --user ada "Disk nearly full" "2 GiB left"
      as ada peal list --json | sed 's/.*"summary":"\([^"]*\)".*/\1/'
      process=$(as ada peal doctor --json | sed 's/.*"pid":\([0-9]*\).*/\1/')
      stat -c %U "/proc/$process"
      tr '\0' '\n' <"/proc/$process/environ" | sort
      as ada sh -c 'ls -A ~/.local/state/peal/journal.sqlite'
      ls -A /mnt/bob
      """#)
    #expect(
      result.output == """
        Disk nearly full
        ada
        DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/50001/bus
        HOME=/mnt/ada
        LANG=C.UTF-8
        LOGNAME=ada
        PATH=/usr/local/bin:/usr/bin:/bin
        USER=ada
        XDG_RUNTIME_DIR=/run/user/50001
        /mnt/ada/.local/state/peal/journal.sqlite

        """)
    #expect(result.errors == "")
    #expect(result.status == 0)
  }

  @Test func everybodyIsToldButNoLoginScreen() async throws {
    let result = try await run(
      #"""
      peal send --all-users -p Reboot | sort
      for name in ada bob gdm; do echo "$name $(as $name peal doctor 2>&1 | grep -c 'pid:')"; done
      status=0
      peal withdraw --all-users 1 2 || status=$?
      echo "status $status"
      """#)
    #expect(
      result.output == """
        ada: 1
        bob: 1
        ada 1
        bob 1
        gdm 0
        status 66

        """)
    let complaint = "peal: error: there is no alert 2; 'peal list' shows those that live"
    #expect(
      result.errors.split(separator: "\n").sorted()
        == ["ada: \(complaint)", "bob: \(complaint)"])
  }

  @Test(.field(21)) func whoHasNoSessionIsNamed() async throws {
    let result = try await run(
      #"""
      try() { status=0; "$@" || status=$?; echo "$status"; }
      try peal send --user carl x
      try peal list --user carl
      try peal send --user nobody-at-all x
      try as ada peal send --user bob x
      try as ada peal send --all-users x
      try as ada peal send --user ada x
      try peal send --user ada --bus unix:path=/x x
      """#)
    #expect(result.output == "69\n69\n64\n77\n77\n0\n64\n")
    #expect(
      result.errors == """
        peal: error: carl has no session: there is no bus at /run/user/50003/bus; --when-present \
        keeps it for the next login
        peal: error: carl has no session: there is no bus at /run/user/50003/bus
        peal: error: --user "nobody-at-all": there is no such account
        peal: error: only root may act for bob
        peal: error: --all-users is for root; the others have one session each
        peal: error: --user, --all-users and --bus each name a session; give one of them \
        (see 'peal help send')

        """)
  }

  @Test func whatIsForLaterIsShownAfterTheNextLogin() async throws {
    let result = try await run(
      #"""
      peal send --user carl --when-present -p "While you were out"
      peal send --user carl --when-present -p "And again"
      ls -d /tmp/peal-absence-* 2>/dev/null || echo "no bus is left"
      begin_session carl
      as carl peal list --json | sed 's/^{"id":\([0-9]*\),"stage":"\([a-z]*\)".*"summary":"\([^"]*\)".*/\1 \2 \3/'
      peal send --user carl --when-present -p Now
      """#)
    #expect(
      result.output == """
        1
        2
        no bus is left
        1 held While you were out
        2 held And again
        3

        """)
    #expect(result.errors == "")
  }

  /// As cron calls it: the bus is found by the number of whoever calls, the journal by the account.
  @Test(.field(19)) func anEmptyEnvironmentIsEnough() async throws {
    let result = try await run(
      #"""
      as ada env -i /mnt/peal send -p one
      as ada env -i HOME=/mnt/ada PATH=/usr/bin:/bin /mnt/peal send -p two
      as ada ls /mnt/ada/.local/state/peal/journal.sqlite
      as carl env -i /mnt/peal send three || echo "status $?"
      """#)
    #expect(result.output == "1\n2\n/mnt/ada/.local/state/peal/journal.sqlite\nstatus 69\n")
    #expect(
      result.errors == """
        peal: error: no bus: DBUS_SESSION_BUS_ADDRESS is not set, and user 50003 has no \
        /run/user/50003/bus; name one with --bus ADDRESS

        """)
  }

  @Test(.field(56)) func whoseBusItIsIsSaid() async throws {
    let result = try await run(
      #"""
      try() { status=0; "$@" || status=$?; echo "$status"; }
      export DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/50001/bus
      try peal list
      try as bob peal list --bus "$DBUS_SESSION_BUS_ADDRESS"
      """#)
    #expect(result.output == "69\n69\n")
    let lines = result.errors.split(separator: "\n")
    #expect(lines.first?.hasSuffix("; that bus is ada's; act there with --user ada") == true)
    #expect(lines.last?.hasSuffix("; that bus is ada's, and only ada may use it") == true)
    #expect(lines.count == 2)
  }
}
