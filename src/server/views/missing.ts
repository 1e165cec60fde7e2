import { obstacle, type Obstacle } from '#actions/common/obstacle'
import { findAction } from '#actions/index'
import type { Action, Answers, Facts } from '#actions/kit/action'
import { available } from '#actions/kit/available'
import type { Read } from '#actions/kit/changes'
import { type Actor, SYSTEM } from '#domain/actor'
import { dayOf } from '#domain/dates'
import type { Kind, SubjectOf } from '#domain/entities'
import { ownerOf } from '#contract/ownership'
import type { Blocking, NextThing } from '#contract/resource'
import { givenFor, roundOf } from '../runner/facts.ts'
import type { ViewContext } from './context.ts'
import { noChoice } from './doors.ts'
import { lookingOf, roundsThatTake } from './rounds-that-take.ts'

const NOTHING: Answers = {}

const missingFor = (action: Action, subject: object, given: Facts): string | undefined => {
  const refusal = action.check?.(NOTHING, given).form
  if (!refusal) return noChoice(action, subject, given)
  const issues = (given.issues ?? []) as string[]
  return issues.length > 0 ? issues.join('. ') : refusal
}

const SOMEBODY: Actor = { ...SYSTEM, userId: 'somebody' }
const AN_OPERATOR: Actor = { ...SOMEBODY, groups: ['admin'], organisationType: 'OPER' }

/** Who can take an obstacle away now, the reader before others; nobody where nobody can. */
export const blockingOf = async (
  { text, kind, id, action: name }: Obstacle,
  reader: Actor,
  { read, now }: ViewContext,
): Promise<Blocking[]> => {
  const subject = await read.one(kind, id)
  const action = findAction(kind, name)
  if (!subject || !action) return []
  const around = { round: await roundOf(read, kind, subject), today: dayOf(now) }
  const organisationId = ownerOf(kind, subject)
  const anOwner: Actor = { ...SOMEBODY, organisationId, organisationType: 'PARTICIPANT' }
  const whose = (
    [
      ['you', reader],
      ['the market operator', AN_OPERATOR],
      ['its owner', anOwner],
    ] as const
  ).find(([, actor]) => available(action, actor, subject, around) === true)?.[0]
  return whose ? [{ text, whose, on: { kind, id }, action: name }] : []
}

/** The rounds that would take a thing once its owner takes part in them. */
const notYetIn = async (kind: Kind, id: string, { read, now }: ViewContext): Promise<Obstacle[]> => {
  if (kind !== 'project' && kind !== 'requirement') return []
  const looking = await lookingOf(read, kind, id)
  const rounds = looking ? await roundsThatTake(read, looking, dayOf(now)) : []
  return rounds
    .filter(({ takesPart }) => !takesPart)
    .map(round =>
      obstacle(
        'round',
        round,
        'RegisterAsParticipant',
        `${round.market.name}, ${round.name} takes it: take part in it first`,
      ),
    )
}

/** Prices tell what is unusual, never what is missing: no page needs to read them. */
const withoutPrices = (read: Read): Read => ({ ...read, priceRange: async () => null })

/**
 * What to do next, each with what its form would refuse for whatever is answered, so that nobody should open it to find
 * out, and with who takes that away.
 */
export const withMissing = async <K extends Kind>(
  things: readonly NextThing[],
  { kind, subject }: { kind: K; subject: SubjectOf<K> },
  reader: Actor,
  context: ViewContext,
): Promise<NextThing[]> =>
  Promise.all(
    things.map(async thing => {
      const action =
        thing.action === null || thing.on.kind !== kind ? undefined : findAction(kind, thing.action)
      if (!action?.check || !action.given) return thing
      const given = await givenFor(withoutPrices(context.read), action, subject, reader, context.now)
      const missing = missingFor(action, subject, given)
      if (missing === undefined) return thing
      const obstacles = [
        ...((given.obstacles ?? []) as Obstacle[]),
        ...(action.name === 'Reregister' ? await notYetIn(kind, subject.id, context) : []),
      ]
      const blockedBy = await Promise.all(obstacles.map(one => blockingOf(one, reader, context)))
      return { ...thing, missing, blockedBy: blockedBy.flat() }
    }),
  )

/** Can somebody do something about it now: is nothing missing, or can what is missing be taken away? */
export const isOpen = ({ missing, blockedBy = [] }: NextThing): boolean =>
  missing === undefined || blockedBy.length > 0
