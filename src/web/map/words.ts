import type { Mark } from '#contract/map'
import { CREDIT_TYPE_LABELS } from '#domain/credit-type'
import type { PlacePrecision } from '#domain/place/precision'
import { CREDIT_CLASS } from '../charts/figures.ts'
import { statusLabel } from '../parts/status-tones.ts'

/** What is called what on a map, in a sentence. */
const KIND_WORDS: Record<Mark['kind'], { one: string; many: string }> = {
  project: { one: 'project', many: 'projects' },
  requirement: { one: 'credit requirement', many: 'credit requirements' },
}

/** The same by itself. */
export const KIND_NAMES: Record<Mark['kind'], string> = {
  project: 'Project',
  requirement: 'Credit requirement',
}

/** How exactly a mark stands where the thing is. */
export const PRECISION_WORDS: Record<PlacePrecision, string> = {
  exact: 'Exact place',
  square: 'Middle of its square',
  catchment: 'Middle of its catchment',
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** The status of a thing in words. */
export const statusOf = (mark: Mark): string =>
  mark.kind === 'project' ? statusLabel('project', mark.status) : statusLabel('requirement', mark.status)

/** The credits of a thing in words. */
export const creditsOf = ({ creditTypes }: Mark): string =>
  listed(creditTypes.map(type => CREDIT_TYPE_LABELS[type]))

/** All that a mark tells, for those who hear it. */
export const saidOf = (mark: Mark): string =>
  [
    mark.name,
    KIND_WORDS[mark.kind].one,
    statusOf(mark),
    creditsOf(mark),
    mark.precision === 'exact' ? '' : PRECISION_WORDS[mark.precision].toLowerCase(),
  ]
    .filter(Boolean)
    .join(', ')

/** How many of what: 3 projects and 2 credit requirements. */
export const countOf = (marks: readonly Mark[]): string =>
  listed(
    (['project', 'requirement'] as const).flatMap(kind => {
      const count = marks.filter(mark => mark.kind === kind).length
      return count === 0 ? [] : `${count} ${KIND_WORDS[kind][count === 1 ? 'one' : 'many']}`
    }),
  )

/** The class that gives a mark the colour of its credits; of several types none has it alone. */
export const toneOf = (marks: readonly Mark[]): string => {
  const types = new Set(marks.flatMap(({ creditTypes }) => creditTypes))
  const [only] = types
  return types.size === 1 && only ? CREDIT_CLASS[only] : 'is-several'
}
