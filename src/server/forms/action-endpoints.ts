import type { FastifyInstance } from 'fastify'
import { type ActionForm, RETURN_MINIMAL, type Submission } from '#contract/kit/form'
import { actionEndpoints, collectionEndpoints, createEndpoint, IDEMPOTENCY_KEY } from '#contract/desk/lists'
import { COLLECTION_NOUNS, apiAddress, SUBJECT_NOUNS } from '#contract/nouns/nouns'
import { isPreviewOnly } from '#domain/people/actor'
import { findAction } from '#actions/index'
import type { Action } from '#actions/kit/action'
import { needsStepUp } from '#actions/common/second-person'
import { refuseOutsideKeyScopes } from '../auth/key-scopes.ts'
import { readUploadedDocument } from '../files/read-filed.ts'
import { isCollection, readRoundOf } from '../runner/facts.ts'
import { buildForm } from '../runner/form.ts'
import type { ActionQuery } from '../runner/gates.ts'
import { forbiddenError, InvalidAnswersBody } from '../runner/refusals.ts'
import type { ActionRequest } from '../runner/prepare.ts'
import { previewAction } from '../runner/rehearse.ts'
import { runAction } from '../runner/run-action.ts'
import { findRequiredApproval } from '../views/proposal.ts'
import { findWarningsBeforeAct } from '../views/warnings.ts'
import type { AppContext } from '../http/app-context.ts'
import { readDraftOfForm } from './draft-endpoints.ts'
import { requireRecentStepUp } from '../http/guards.ts'
import { type EndpointCall, mountEndpoint } from '../http/serve.ts'
import { receiveSubmission, type SubmissionTarget } from './uploads.ts'
import { openUnstoredUploads, type UnstoredUploads } from './unstored-uploads.ts'

/** The two endpoints that serve every action, on subjects and on collections. */
export const actionRoutes = (app: FastifyInstance, context: AppContext): void => {
  const { runtime, patient = runtime, files, config } = context
  const ask = async ({ actor, query }: FormCall, target: SubmissionTarget, self: string) => {
    const { kind, id: subjectId, actionName } = target
    const wanted = { actor, kind, subjectId, actionName, wizardName: query.wizard, self }
    const form = await buildForm(runtime.store.read, runtime.now(), wanted)
    const approval = await findRequiredApproval(runtime, wanted)
    const warnings = await findWarningsBeforeAct(wanted, runtime.store)
    const laterNeeds = await laterNeedsOf(wanted)
    // Drafts belong to people and their pages, not to programs.
    if (actor.byKey || actor.userId === null) return { ...form, approval, laterNeeds, warnings, draft: null }
    const key = { userId: actor.userId, kind, subjectId, actionName }
    return {
      ...form,
      approval,
      laterNeeds,
      warnings,
      draft: await readDraftOfForm(runtime.store, key, form.version),
    }
  }
  /** Announces to a participant without a second factor that a later step will need one. */
  const laterNeedsOf = async ({
    actor,
    kind,
    actionName,
  }: ActionQuery): Promise<ActionForm['laterNeeds']> => {
    const mayNeedIt = config.requireStepUp && actor.organisationType === 'PARTICIPANT'
    if (!mayNeedIt || actor.userId === null || !isRegistration(findAction(kind, actionName))) return null
    return (await runtime.store.read.one('user', actor.userId))?.secondFactor ? null : 'secondFactor'
  }
  const run = async (call: RunCall, target: SubmissionTarget) => {
    const unstored = isPreviewOnly(call.actor) ? openUnstoredUploads(context) : undefined
    try {
      return await submit(call, target, unstored)
    } finally {
      await unstored?.end()
    }
  }
  const submit = async (
    { actor, query, body, request, reply }: RunCall,
    target: SubmissionTarget,
    unstored: UnstoredUploads | undefined,
  ) => {
    const { kind, id, actionName } = target
    const action: Action | undefined = findAction(kind, actionName)
    if (action) refuseOutsideKeyScopes(action, actor)
    const isGuarded = async (): Promise<boolean> => {
      if (!config.requireStepUp || !action || action.stepUp || !action.approval || isCollection(kind))
        return action?.stepUp === true
      const subject = await runtime.store.read.one(kind, id)
      if (subject === undefined) return false
      const round = await readRoundOf(runtime.store.read, kind, subject)
      if (!needsStepUp({ action, subject, round, actor })) return false
      if (!actor.byKey) return true
      if (await action.approvalWaived?.(runtime.store.read, subject)) return false
      throw forbiddenError('This needs someone’s approval, which is not possible with an API key')
    }
    const allow = async (submitted: Submission | undefined) => {
      if (!submitted?.preview && (await isGuarded())) await requireRecentStepUp(context, request)
    }
    const key = request.headers[IDEMPOTENCY_KEY.toLowerCase()]
    const isMinimal = prefersMinimalAnswer(request.headers['prefer'])
    const submitted = request.isMultipart()
      ? await receiveSubmission(context, request, actor, target, allow, unstored)
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
      isUnwatched: isMinimal,
      addDocuments: unstored?.addDocuments,
      readFiled:
        unstored?.readFiled ??
        ((file, as, part) => readUploadedDocument(runtime.store.db, files, file, as, part)),
    }
    const doing = request.isMultipart() ? patient : runtime
    if (submitted.preview) return previewAction(doing, wanted)
    if (unstored) {
      const preview = await previewAction(doing, wanted)
      // The same answers would be refused without the key's limit.
      if (preview.messages.length > 0) throw new InvalidAnswersBody(preview.messages)
      return preview
    }
    const done = await runAction(doing, wanted)
    if (done.outcome === 'proposed') reply.code(202)
    if (isMinimal) reply.header('preference-applied', RETURN_MINIMAL)
    return done
  }

  for (const noun of SUBJECT_NOUNS) {
    const { form, run: runs } = actionEndpoints(noun)
    const target = ({ id = '', action = '' }: Readonly<Record<string, string>>): SubmissionTarget => ({
      kind: noun.kind,
      id,
      actionName: action,
    })
    mountEndpoint(app, form, call =>
      ask(call, target(call.params), apiAddress(noun.kind, target(call.params).id)),
    )
    mountEndpoint(app, runs, call => run(call, target(call.params)))
  }
  for (const noun of COLLECTION_NOUNS) {
    const { collection, createdBy } = noun
    const { form, run: runs } = collectionEndpoints(noun)
    const target = (actionName: string): SubmissionTarget => ({
      kind: collection,
      id: collection,
      actionName,
    })
    mountEndpoint(app, form, call => ask(call, target(call.params.action), `/api/${noun.list}`))
    mountEndpoint(app, runs, call => run(call, target(call.params.action)))
    if (createdBy) mountEndpoint(app, createEndpoint(noun), call => run(call, target(createdBy)))
  }
}

/** True if a header `Prefer` asks for an answer without the view of the subject (RFC 7240, section 4.2). */
const prefersMinimalAnswer = (header: string | string[] | undefined): boolean =>
  [header ?? []]
    .flat()
    .flatMap(line => line.split(','))
    .some(preference => preference.split(';')[0]?.replaceAll(/[\s"]/g, '').toLowerCase() === RETURN_MINIMAL)

/** True if the action registers the participant, which the category of its declarations shows. */
const isRegistration = (action: Action | undefined): boolean =>
  Object.values(action?.fields ?? {}).some(({ category }) => category?.endsWith('_Register'))

type FormCall = Pick<EndpointCall<ReturnType<typeof actionEndpoints>['form']>, 'actor' | 'query'>
type RunCall = Pick<
  EndpointCall<ReturnType<typeof actionEndpoints>['run']>,
  'actor' | 'query' | 'body' | 'request' | 'reply'
>
