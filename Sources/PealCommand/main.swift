import Glibc

exit(Program(arguments: CommandLine.unsafeArgv, count: CommandLine.argc).run().rawValue)
