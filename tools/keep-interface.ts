import manifest from '#package.json' with { type: 'json' }
import { writeGenerated } from './generated.ts'
import {
  changesSinceRelease,
  presentInterface,
  printReleasedInterface,
  readReleasedInterface,
  RELEASED_INTERFACE,
} from './interface/released.ts'

// Keeps the present interface as that of the version in package.json, before a release is made: npm run keep-interface
// Later changes are compared with it.

const released = readReleasedInterface()
const { version } = manifest
const isNew = released.version !== version
const earlier = isNew
  ? [{ version, additions: changesSinceRelease().additions }, ...released.earlier]
  : released.earlier
writeGenerated(
  { [RELEASED_INTERFACE]: printReleasedInterface({ version, earlier, ...presentInterface() }) },
  'npm run keep-interface',
)
