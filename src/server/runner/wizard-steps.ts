import { actionsOfKind, wizardOf } from '#actions/index'
import type { Action } from '#actions/kit/action'
import { checkAvailability } from '#actions/kit/available'
import type { Change } from '#actions/kit/changes'
import { nextWizardStep, type Wizard } from '#actions/kit/wizard'
import type { ActionLink, ActionResult } from '#contract/kit/form'
import { apiAddress } from '#contract/nouns/nouns'
import { checkPageAddress, type PreparedKind, registeredPageAddress } from '#contract/nouns/registration'
import { utcDayOf, type Instant } from '@credit-market/values/dates'
import type { Kind } from '#domain/disclosure/entities'
import type { StoreTransaction } from '../store/store.ts'
import { isCollection, readRoundOf } from './facts.ts'
import type { ActionRequest } from './prepare.ts'
import type { ChangedSubjectOrList } from './runtime.ts'

/** Returns the last step of a wizard, which is taken on the page where all answers are checked. */
export const lastWizardStep = ({ steps }: Wizard): Action | undefined => steps.at(-1)

/** Returns the link to a step of a wizard. */
export const wizardStepLink = (self: string, step: Action, wizardName: string): ActionLink => ({
  id: step.name,
  links: { self: `${self}/action/${step.name}?wizard=${wizardName}` },
})

/** An action's subject and result. */
interface Came {
  context: ChangedSubjectOrList
  changes: readonly Change[]
}

/**
 * Returns where the user continues after an action: the next step of the wizard, whose last step is on the page where
 * all answers are checked; or the confirmation page once something is registered.
 */
export const nextWizardPage = async (
  tx: StoreTransaction,
  { wizardName, actor }: ActionRequest,
  action: Action,
  { context, changes }: Came,
  now: Instant,
): Promise<Pick<ActionResult, 'nextAction' | 'page'>> => {
  const { kind, id } = context
  if (isPrepared(kind) && changes.some(change => change.change === 'move' && registers(change, context)))
    return { nextAction: null, page: registeredPageAddress(kind, context) }
  const walk = wizardOf(action.name, wizardName)
  const subject = walk && !isCollection(kind) ? await tx.one(kind, id) : undefined
  if (!walk || !subject) return { nextAction: null }
  const around = { round: await readRoundOf(tx, kind, subject), today: utcDayOf(now) }
  const here = new Set<Action>(actionsOfKind(kind))
  const step = nextWizardStep(
    walk,
    action,
    one => here.has(one) && checkAvailability(one, actor, subject, around) === true,
  )
  return {
    nextAction: step ? wizardStepLink(apiAddress(kind, id), step, walk.name) : null,
    ...(isPrepared(kind) && isAllButChecked(walk, action, step) && { page: checkPageAddress(kind, context) }),
  }
}

const isPrepared = (kind: Kind): kind is PreparedKind => kind === 'project' || kind === 'requirement'

const registers = (
  { kind, id, to }: { kind: Kind; id: string; to: string },
  context: { kind: Kind; id: string },
): boolean => kind === context.kind && id === context.id && to === 'Provisional'

/**
 * True if only the last step is left, or not even that is possible yet. The page for checking answers shows what
 * prevents it.
 */
const isAllButChecked = (walk: Wizard, action: Action, step: Action | undefined): boolean =>
  action !== lastWizardStep(walk) && (step === undefined || step === lastWizardStep(walk))
