import { toObstacle, type Obstacle } from '#actions/common/obstacle'
import { findAction } from '#actions/index'
import type { Action, Answers, ActionFacts } from '#actions/kit/action'
import { checkAvailability } from '#actions/kit/available'
import type { Read } from '#actions/kit/changes'
import { type Actor, SYSTEM } from '#domain/people/actor'
import { utcDayOf } from '@credit-market/values/dates'
import type { Kind, EntityOfKind } from '#domain/disclosure/entities'
import { findOwnerId } from '#contract/nouns/ownership'
import type { StepObstacle, NextStep } from '#contract/kit/resource'
import { readActionFacts, readRoundOf } from '../runner/facts.ts'
import type { ViewContext } from './kit/context.ts'
import { findNoChoiceReason } from './kit/doors.ts'
import { readItemLookingForRound, findRoundsForItem } from './kit/rounds-that-take.ts'

const NOTHING: Answers = {}

const missingFor = (action: Action, subject: object, given: ActionFacts): string | undefined => {
  const refusal = action.check?.(NOTHING, given).form
  if (!refusal) return findNoChoiceReason(action, subject, given)
  const issues = (given.issues ?? []) as string[]
  return issues.length > 0 ? issues.join('. ') : refusal
}

const SOMEBODY: Actor = { ...SYSTEM, userId: 'somebody' }
const AN_OPERATOR: Actor = { ...SOMEBODY, groups: ['admin'], organisationType: 'OPER' }

/** People who can remove an obstacle now, the reader first; empty if no one can. */
export const findObstacleRemovers = async (
  { text, kind, id, action: name }: Obstacle,
  reader: Actor,
  { read, now }: ViewContext,
): Promise<StepObstacle[]> => {
  const subject = await read.one(kind, id)
  const action = findAction(kind, name)
  if (!subject || !action) return []
  const around = { round: await readRoundOf(read, kind, subject), today: utcDayOf(now) }
  const organisationId = findOwnerId(kind, subject)
  const anOwner: Actor = { ...SOMEBODY, organisationId, organisationType: 'PARTICIPANT' }
  const whose = (
    [
      ['you', reader],
      ['the market operator', AN_OPERATOR],
      ['its owner', anOwner],
    ] as const
  ).find(([, actor]) => checkAvailability(action, actor, subject, around) === true)?.[0]
  return whose ? [{ text, whose, on: { kind, id }, action: name }] : []
}

/** Rounds that would accept an item once its owner takes part in them. */
const notYetIn = async (kind: Kind, id: string, { read, now }: ViewContext): Promise<Obstacle[]> => {
  if (kind !== 'project' && kind !== 'requirement') return []
  const looking = await readItemLookingForRound(read, kind, id)
  const rounds = looking ? await findRoundsForItem(read, looking, utcDayOf(now)) : []
  return rounds
    .filter(({ takesPart }) => !takesPart)
    .map(round =>
      toObstacle(
        'round',
        round,
        'RegisterAsParticipant',
        `${round.market.name}, ${round.name} could accept it: join that round first`,
      ),
    )
}

/** Prices only give warnings about unusual values, never obstacles, so pages need not read them. */
const withoutPrices = (read: Read): Read => ({ ...read, priceRange: async () => null })

/**
 * Next steps, each with the reason why its form would refuse any answer, so that no one opens it in vain, and with
 * who can remove that obstacle.
 */
export const addObstaclesToSteps = async <K extends Kind>(
  things: readonly NextStep[],
  { kind, subject }: { kind: K; subject: EntityOfKind<K> },
  reader: Actor,
  context: ViewContext,
): Promise<NextStep[]> =>
  Promise.all(
    things.map(async thing => {
      const action =
        thing.action === null || thing.on.kind !== kind ? undefined : findAction(kind, thing.action)
      if (!action?.check || !action.given) return thing
      const given = await readActionFacts(withoutPrices(context.read), action, subject, reader, context.now)
      const missing = missingFor(action, subject, given)
      if (missing === undefined) return thing
      const obstacles = [
        ...((given.obstacles ?? []) as Obstacle[]),
        ...(action.name === 'Reregister' ? await notYetIn(kind, subject.id, context) : []),
      ]
      const blockedBy = await Promise.all(obstacles.map(one => findObstacleRemovers(one, reader, context)))
      return { ...thing, missing, blockedBy: blockedBy.flat() }
    }),
  )

/** True if someone can act now: nothing is missing, or someone can provide what is missing. */
export const isStepActionable = ({ missing, blockedBy = [] }: NextStep): boolean =>
  missing === undefined || blockedBy.length > 0
