import { agreeToDeclarations } from './rounds.ts'
import { type Answer, type Person, type Subject, submissionOf, type World, world } from './world.ts'

/** A project with an offer in a round that is open for offers, and the path for a new offer. */
export const OFFERED_PROJECT: Subject = { kind: 'project', id: 'P207' }
export const SET_OFFER = '/api/project/P207/action/SetOffer'
const OWNER = 'fallowmarten.su22'

/** Submits without opening the form, with extra headers. */
export const submitDirectly = (
  person: Person,
  path: string,
  submission: object,
  headers: Record<string, string> = {},
): Promise<Answer> => {
  const init = submissionOf(submission)
  return person.send(path, { ...init, headers: { ...init.headers, ...headers } })
}

/** The open round with its project, owner and operator, for tests of refusals. */
export const openOfferingRound = async () => {
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
      // The question appears only when the amount is far from the last one.
      confirmsAmount: true,
      declarations: await agreeToDeclarations(owner, 'SetOffer', OFFERED_PROJECT),
    }),
    /** Does something, and returns whether the project is unchanged. */
    unchangedBy: async <T>(work: () => Promise<T>): Promise<{ answer: T; isUnchanged: boolean }> => {
      const before = JSON.stringify(await own())
      const answer = await work()
      return { answer, isUnchanged: JSON.stringify(await own()) === before }
    },
  }
}
export type OfferingRound = Awaited<ReturnType<typeof openOfferingRound>>
