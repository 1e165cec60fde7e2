import { type Day, showDay } from '@credit-market/values/dates'
import { recordCountText } from '../../parts/messages.ts'

/** Button with which a participant registers for the round that it looks at. */
export const JOIN_LABEL = 'Join this round'

/** Names of places, the first ones and the number of the others. */
export const placesText = (names: readonly string[], most: number): string =>
  names.length <= most
    ? names.join(', ')
    : `${names.slice(0, most).join(', ')} and ${names.length - most} more`

/** Last days on which an organisation can join a round, and on which it can register there. */
export const registerUntilText = (join: Day | null, register: Day | null): string | null => {
  const parts = [join && `join by ${showDay(join)}`, register && `register by ${showDay(register)}`].filter(
    Boolean,
  )
  const text = parts.join(', ')
  return text === '' ? null : `${text[0]?.toUpperCase()}${text.slice(1)}`
}

/** Counts the reader’s own projects and requirements in a round. */
export const ownItemsText = (projects: number, requirements: number): string =>
  [
    projects > 0 && recordCountText(projects, 'project'),
    requirements > 0 && recordCountText(requirements, 'requirement'),
  ]
    .filter(Boolean)
    .join(', ') || 'Nothing yet'
