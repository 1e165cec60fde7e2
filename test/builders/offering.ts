import { agreed } from './rounds.ts'
import { type Answer, type Person, type Subject, submissionOf, type World, world } from './world.ts'

/** A project with an offer in a round that is open for offers, and where a new offer is put in. */
export const OFFERED: Subject = { kind: 'project', id: 'P207' }
export const SET_OFFER = '/api/project/P207/action/SetOffer'
const OWNER = 'fallowmarten.su22'

/** Submits without having looked, with further headers. */
export const submit = (
  person: Person,
  path: string,
  submission: object,
  headers: Record<string, string> = {},
): Promise<Answer> => {
  const init = submissionOf(submission)
  return person.send(path, { ...init, headers: { ...init.headers, ...headers } })
}

/** The open round with its project, its owner and the operator: what most refusals are tried on. */
export const offering = async () => {
  const market: World = await world({ works: false })
  const owner = market.as(OWNER)
  const own = () => market.store.read.one('project', 'P207')
  return {
    market,
    owner,
    operator: market.as('operator'),
    own,
    offer: async (amount: number) => ({
      offer: amount,
      // It is asked only where the amount is far from the last one.
      confirmsAmount: true,
      declarations: await agreed(owner, 'SetOffer', OFFERED),
    }),
    /** Does this, and says whether the project is as it was. */
    unchangedBy: async <T>(work: () => Promise<T>): Promise<{ answer: T; isUnchanged: boolean }> => {
      const before = JSON.stringify(await own())
      const answer = await work()
      return { answer, isUnchanged: JSON.stringify(await own()) === before }
    },
  }
}
export type Offering = Awaited<ReturnType<typeof offering>>
