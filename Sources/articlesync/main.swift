internal import Commands
internal import Glibc

exit(await Program.main())
