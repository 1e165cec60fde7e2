import { action } from '../../kit/action.ts'
import { update } from '../../kit/changes.ts'
import { payload } from '../../kit/fields.ts'
import { system } from '../../kit/who.ts'

/** Publishes the match of a settled round without names, once: the log names the file, so that everyone sees the same. */
export const publishInstance = action({
  name: 'PublishInstance',
  on: 'round',
  title: 'Publish match',
  who: [system],
  from: ['Settled'],
  when: ({ instanceSha256 }) =>
    instanceSha256 === null || 'Publish match is not possible: it is already published',
  fields: { sha256: payload<string>('Hash of the file') },
  effect: ({ subject, values: { sha256 } }) => [update('round', subject, { instanceSha256: sha256 })],
  done: 'The match has been published',
})

/** Records a handed-in match that is better than the accepted one, which should be impossible, and shows both. */
export const recordBetterMatch = action({
  name: 'RecordBetterMatch',
  on: 'round',
  title: 'Record better match',
  who: [system],
  from: ['Settled'],
  fields: { sha256: payload<string>('Hash of the file') },
  effect: ({ subject, values: { sha256 } }) => [update('round', subject, { betterMatchSha256: sha256 })],
  done: 'The better match has been recorded',
})
