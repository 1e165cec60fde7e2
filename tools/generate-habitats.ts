import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { projectRoot, refdataDir } from '#server/places'

// Writes src/domain/habitat-types.ts: the habitat types that can be supplied and asked for. Run it again after a
// change of refdata/habitats.csv, then the formatter.
const rows: Record<string, string>[] = parse(readFileSync(join(refdataDir, 'habitats.csv')), {
  columns: true,
  bom: true,
})

const lines = rows
  .filter(row => row.inSpecScope === 'true' && row.requestable === 'true')
  .map(
    ({ id, label, specBroadHabitat: broadHabitat, distinctiveness }) =>
      `  ${JSON.stringify({ id, label, broadHabitat, distinctiveness })},`,
  )

const source = `// Generated from refdata/habitats.csv by tools/generate-habitats.ts; do not edit.
import type { BroadHabitat, Distinctiveness } from './habitat.ts'

/** A habitat as the statutory biodiversity metric knows it. */
export interface HabitatType {
  id: string
  label: string
  broadHabitat: BroadHabitat
  distinctiveness: Distinctiveness
}

/** Every habitat type that a service may supply and a requirement may ask for. */
export const HABITAT_TYPES: readonly HabitatType[] = [
${lines.join('\n')}
]

/** The habitat types of one broad habitat, as a form offers them. */
export const habitatTypesOf = (broadHabitat: BroadHabitat): readonly HabitatType[] =>
  HABITAT_TYPES.filter(type => type.broadHabitat === broadHabitat)
`

writeFileSync(join(projectRoot, 'src/domain/habitat-types.ts'), source)
