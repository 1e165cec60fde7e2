import type { FastifyInstance } from 'fastify'
import type { ActionForm, Submission } from '#contract/form'
import { actionEndpoints, collectionEndpoints, createEndpoint, IDEMPOTENCY_KEY } from '#contract/lists'
import { COLLECTION_NOUNS, selfOf, SUBJECTS } from '#contract/nouns'
import { findAction } from '#actions/index'
import type { Action } from '#actions/kit/action'
import { asksForCode } from '#actions/common/second-person'
import { refuseByKey } from '../auth/key-scopes.ts'
import { readFiled } from '../files/read-filed.ts'
import { isCollection, roundOf } from '../runner/facts.ts'
import { formOf } from '../runner/form.ts'
import type { Wanted } from '../runner/gates.ts'
import { forbidden } from '../runner/refusals.ts'
import type { ActionRequest } from '../runner/prepare.ts'
import { rehearse } from '../runner/rehearse.ts'
import { runAction } from '../runner/run-action.ts'
import { approvalFor } from '../views/proposal.ts'
import { warningsBefore } from '../views/warnings.ts'
import type { AppContext } from './app-context.ts'
import { draftFor } from './drafts.ts'
import { refuseUnlessFresh } from './guards.ts'
import { type Call, serve } from './serve.ts'
import { receiveSubmission, type Target } from './uploads.ts'

/** The two endpoints of every action there is and will be, for subjects and for collections. */
export const actionRoutes = (app: FastifyInstance, context: AppContext): void => {
  const { runtime, patient = runtime, files, config } = context
  const ask = async ({ actor, query }: FormCall, target: Target, self: string) => {
    const { kind, id: subjectId, actionName } = target
    const wanted = { actor, kind, subjectId, actionName, wizardName: query.wizard, self }
    const form = await formOf(runtime.store.read, runtime.now(), wanted)
    const approval = await approvalFor(runtime, wanted)
    const warnings = await warningsBefore(wanted, runtime.store)
    const laterNeeds = await laterNeedsOf(wanted)
    // A draft is what somebody entered in a page.
    if (actor.byKey || actor.userId === null) return { ...form, approval, laterNeeds, warnings, draft: null }
    const key = { userId: actor.userId, kind, subjectId, actionName }
    return {
      ...form,
      approval,
      laterNeeds,
      warnings,
      draft: await draftFor(runtime.store, key, form.version),
    }
  }
  /** A second factor that a later step asks for is announced to a participant who has none. */
  const laterNeedsOf = async ({ actor, kind, actionName }: Wanted): Promise<ActionForm['laterNeeds']> => {
    const mayNeedIt = config.requireStepUp && actor.organisationType === 'PARTICIPANT'
    if (!mayNeedIt || actor.userId === null || !isRegistration(findAction(kind, actionName))) return null
    return (await runtime.store.read.one('user', actor.userId))?.secondFactor ? null : 'secondFactor'
  }
  const run = async ({ actor, query, body, request, reply }: RunCall, target: Target) => {
    const { kind, id, actionName } = target
    const action: Action | undefined = findAction(kind, actionName)
    if (action) refuseByKey(action, actor)
    const isGuarded = async (): Promise<boolean> => {
      if (!config.requireStepUp || !action || action.stepUp || !action.approval || isCollection(kind))
        return action?.stepUp === true
      const subject = await runtime.store.read.one(kind, id)
      if (subject === undefined) return false
      const round = await roundOf(runtime.store.read, kind, subject)
      if (!asksForCode({ action, subject, round, actor })) return false
      if (actor.byKey) throw forbidden('This needs somebody’s approval, and cannot be done with an API key')
      return true
    }
    const allow = async (submitted: Submission | undefined) => {
      if (!submitted?.preview && (await isGuarded())) await refuseUnlessFresh(context, request)
    }
    const key = request.headers[IDEMPOTENCY_KEY.toLowerCase()]
    const submitted = request.isMultipart()
      ? await receiveSubmission(context, request, actor, target, allow)
      : body
    await allow(submitted)
    const wanted: ActionRequest = {
      actor,
      kind,
      subjectId: id,
      actionName,
      submission: submitted,
      wizardName: query.wizard,
      idempotencyKey: typeof key === 'string' ? key : undefined,
      readFiled: (file, as, part) => readFiled(runtime.store.db, files, file, as, part),
    }
    const doing = request.isMultipart() ? patient : runtime
    if (submitted.preview) return rehearse(doing, wanted)
    const done = await runAction(doing, wanted)
    if (done.outcome === 'proposed') reply.code(202)
    return done
  }

  for (const noun of SUBJECTS) {
    const { form, run: runs } = actionEndpoints(noun)
    const target = ({ id = '', action = '' }: Readonly<Record<string, string>>): Target => ({
      kind: noun.kind,
      id,
      actionName: action,
    })
    serve(app, form, call => ask(call, target(call.params), selfOf(noun.kind, target(call.params).id)))
    serve(app, runs, call => run(call, target(call.params)))
  }
  for (const noun of COLLECTION_NOUNS) {
    const { collection, createdBy } = noun
    const { form, run: runs } = collectionEndpoints(noun)
    const target = (actionName: string): Target => ({ kind: collection, id: collection, actionName })
    serve(app, form, call => ask(call, target(call.params.action), `/api/${noun.list}`))
    serve(app, runs, call => run(call, target(call.params.action)))
    if (createdBy) serve(app, createEndpoint(noun), call => run(call, target(createdBy)))
  }
}

/** Is it by this action that somebody registers: do its declarations say so? */
const isRegistration = (action: Action | undefined): boolean =>
  Object.values(action?.fields ?? {}).some(({ category }) => category?.endsWith('_Register'))

type FormCall = Pick<Call<ReturnType<typeof actionEndpoints>['form']>, 'actor' | 'query'>
type RunCall = Pick<
  Call<ReturnType<typeof actionEndpoints>['run']>,
  'actor' | 'query' | 'body' | 'request' | 'reply'
>
