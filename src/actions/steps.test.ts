import { describe, expect, it, test } from 'vitest'
import { isOfferedInBulk, QUEUED_ACTS, waitingText } from '#contract/steps/index'
import { CASE_STATUSES } from '#domain/case/case-status'
import { PARTICIPATION_STATUSES } from '#domain/round/participation'
import { PROJECT_STATUSES } from '#domain/project/project'
import { REQUIREMENT_STATUSES } from '#domain/project/requirement'
import { ROUND_STATUSES } from '#domain/round/round'
import { ROUND_QUESTION_STATUSES } from '#domain/round/round-question'
import { allActions, findAction } from './index.ts'
import type { Action } from './kit/action.ts'
import { startStatusesOf } from './kit/available.ts'
import { awaitedStep, isStepTaken, STEPS, nextSteps } from './steps.ts'

const STATUSES = {
  project: PROJECT_STATUSES,
  requirement: REQUIREMENT_STATUSES,
  round: ROUND_STATUSES,
  participation: PARTICIPATION_STATUSES,
  roundQuestion: ROUND_QUESTION_STATUSES,
  case: CASE_STATUSES,
} as const satisfies Record<string, readonly string[]>
const ALL = Object.entries(STATUSES).flatMap(([kind, statuses]) =>
  statuses.map(status => [kind, status] as const),
)

const targetsOf = ({ to }: Action): (string | undefined)[] =>
  typeof to === 'object' ? [...Object.values(to.is), to.otherwise] : [to]

/** The actions that lead a thing from a status to another one, itself or as what another thing moves. */
const waysOut = (kind: string, status: string): readonly Action[] =>
  allActions.filter(
    action =>
      (action.on === kind &&
        (startStatusesOf(action) ?? []).includes(status) &&
        targetsOf(action).some(to => to !== undefined && to !== status)) ||
      (action.moves ?? []).some(([moved, from, to]) => moved === kind && from === status && to !== status),
  )
/** The system takes such a thing on by itself; what the end of a round does to what is left in it is no step. */
const isSystems = (kind: string, { on, who }: Action): boolean =>
  on === kind && who.every(({ name }) => name === 'system')

describe('the lifecycle of each kind of subject', () => {
  it('ends with the settlement of a round, the retirement of bought credits, the answer to a question and the end of a case, and nowhere else', () => {
    const ends = ALL.filter(([kind, status]) => waysOut(kind, status).length === 0)
    expect(ends).toEqual([
      ['requirement', 'Retired'],
      ['round', 'Settled'],
      ['roundQuestion', 'Answered'],
      ['roundQuestion', 'Declined'],
      ['case', 'Closed'],
      ['case', 'Dismissed'],
    ])
  })

  test.each(ALL.filter(([kind, status]) => waysOut(kind, status).length > 0))(
    'offers a next step for a %s that is %s',
    (kind, status) => {
      const bySystem = waysOut(kind, status).filter(action => isSystems(kind, action))
      expect(
        [...nextSteps(kind, status).filter(({ moves }) => moves), ...bySystem],
        'write a step card in src/contract/steps, or let the system move it on',
      ).not.toEqual([])
    },
  )
})

describe('a step card', () => {
  test.each(STEPS.map(step => [`${step.kind} ${step.action}`, step] as const))(
    '%s lists only statuses from which its action is possible',
    (_name, step) => {
      const { kind, action, statuses, notIn = {}, again = {}, waits = {} } = step
      expect(startStatusesOf(findAction(kind, action)!) ?? []).toEqual(
        expect.arrayContaining(Object.keys(notIn)),
      )
      expect(statuses).toEqual(expect.arrayContaining(Object.keys({ ...again, ...waits })))
    },
  )

  it('says what to do on the page, or why it is not there, and why a status is excluded', () => {
    for (const { kind, action, text, notOnPage, notIn = {} } of STEPS)
      for (const words of [text ?? notOnPage ?? '', ...Object.values(notIn)])
        expect(words.split(' ').length, `${kind} ${action}`).toBeGreaterThan(1)
  })

  it('has a due date if it can be late or sends reminders', () => {
    for (const { kind, action, late, reminder, due } of STEPS)
      if (late || reminder) expect(due, `${kind} ${action}`).toBeDefined()
  })

  it('in the queue is a step of the market operator, and things wait until it is done', () => {
    for (const { queue, kind, action, turn, optional } of STEPS)
      if (queue) expect([kind, action, turn, optional]).toEqual([kind, action, 'operator', undefined])
  })
})

describe('the work queue of the market operator', () => {
  const isOnPage = ({ text, turn, optional }: (typeof STEPS)[number]) =>
    text !== undefined && turn === 'operator' && !optional

  test.each(ALL.filter(([kind]) => kind === 'project' || kind === 'requirement'))(
    'and the page of a %s that is %s agree whether the operator is next',
    (kind, status) => {
      const steps = nextSteps(kind, status)
      const onPage = steps.filter(isOnPage).map(({ action }) => action)
      const queued = steps.filter(({ queue }) => queue).map(({ action }) => action)
      expect({ onPage, isQueued: queued.length > 0 }).toEqual({ onPage, isQueued: onPage.length > 0 })
    },
  )
})

describe('the step that a subject waits for', () => {
  it('is the first step that moves it on', () => {
    expect(awaitedStep('project', 'Matched')?.action).toBe('Contract')
    expect(awaitedStep('project', 'FailedVerification')?.action).toBe('Verify')
    expect(awaitedStep('requirement', 'CreditsIssued')?.action).toBe('RedeemCredits')
    expect(awaitedStep('round', 'Failed')?.action).toBe('Match')
  })

  it('is none at the end of its life, or when it is offered and waits for the round', () => {
    for (const status of ['Unmatched', 'NotCertified', 'FailedScreening', 'Offered'])
      expect([status, awaitedStep('project', status)]).toEqual([status, undefined])
    const taken = STEPS.filter(({ again }) => again)
    expect(taken.map(step => isStepTaken(step, step.action === 'SetBid' ? 'Bid' : 'Offered'))).toEqual([
      true,
      true,
    ])
  })

  it('is shown to the owner for every status that waits for the market operator', () => {
    for (const kind of ['project', 'requirement'] as const)
      for (const status of STATUSES[kind]) {
        const step = awaitedStep(kind, status)
        const canGoOn = nextSteps(kind, status).some(({ turn }) => turn === 'owner')
        const isShown = step?.queue && 'waits' in step.queue && !canGoOn
        if (isShown) expect(waitingText(kind, status), `${kind} ${status}`).toBeDefined()
      }
  })
})

describe('the queue', () => {
  it('offers no bulk action where each thing needs an answer of its own', () => {
    expect(QUEUED_ACTS.filter(act => !isOfferedInBulk(act))).toEqual(['roundQuestion.Answer'])
  })
})

describe('the button of a form', () => {
  it('says what it does with a question', () => {
    expect(findAction('roundQuestions', 'AskQuestion')?.verb).toBe('Send the question')
    expect(findAction('roundQuestion', 'Decline')?.verb).toBe('Decline the question')
  })
})
