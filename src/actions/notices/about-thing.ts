import type { Notice } from './notice.ts'

/**
 * Makes notices that say of a thing, in a sentence with its name, what has become of it and what comes then, with one link.
 * Told at once unless `rest` says otherwise.
 */
export const aboutThing =
  (usual: Pick<Notice, 'topic' | 'readers' | 'agentsWho'>, link: string) =>
  (
    title: string,
    says: (thing: string) => string,
    then: string,
    rest: Partial<Omit<Notice, 'says'>> = {},
  ): Notice => ({
    ...usual,
    title,
    usually: 'atOnce',
    says: ({ thing = '' }) => ({ title: says(thing), paragraphs: [then], link }),
    ...rest,
  })
