import { lazy, Suspense, useEffect, useRef } from 'react'
import type { Action } from '#actions/kit/action'
import type { AccessRequirement } from '#contract/account'
import type { ActionForm as FormFromServer, ActionLink, Done, Rehearsal } from '#contract/form'
import { Loading } from '../parts/loading.tsx'
import { Notice } from '../parts/notice.tsx'
import { Steps } from '../parts/steps.tsx'
import { Warnings } from '../parts/warnings.tsx'
import { ConsequencePanel } from './consequence-panel.tsx'
import { DraftNotes } from './draft-notes.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { focusFirstQuestion } from './focus.ts'
import { FormFoot } from './form-foot.tsx'
import { PlaceToCheck } from './place-to-check.tsx'
import { SecondFactorAhead } from './second-factor-ahead.tsx'
import { ProposalPart } from './proposal-part.tsx'
import { QuestionGroup } from './question-group.tsx'
import { Questions } from './questions.tsx'
import { StepUp } from './step-up.tsx'
import { TemplatesAsked } from './templates-asked.tsx'
import { type OpenForm, useAction } from './use-action.ts'

const SitePreview = lazy(async () => ({ default: (await import('./site-preview.tsx')).SitePreview }))

const stepsOf = ({ steps }: FormFromServer) => {
  const at = steps.findIndex(step => step.current)
  return steps.map((step, index) => ({
    id: step.id,
    label: step.title,
    state: index < at ? ('done' as const) : index === at ? ('current' as const) : ('ahead' as const),
  }))
}

/** The form of any action: its questions in order and groups, judged as they are answered. */
export const ActionForm = ({
  action,
  form: fromServer,
  url,
  isOnPage = false,
  onDone,
  onCancel,
  onPrevious,
  onReload,
  onUnsent,
}: {
  action: Action
  form: FormFromServer
  url: string
  /** A part of a page, which is read from its beginning: the first question is not gone to. */
  isOnPage?: boolean
  onDone: (done: Done, rehearsal: Rehearsal | null) => void
  onCancel: () => void
  onPrevious: (to: ActionLink) => void
  onReload: () => void
  onUnsent: (unsent: OpenForm['unsent']) => void
}) => {
  const form = useAction(action, fromServer, url)
  const body = useRef<HTMLDivElement>(null)
  const banner = useRef<HTMLDivElement>(null)
  const grouped = new Set(fromServer.groups.flatMap(group => group.fieldIds))
  const single = Object.keys(action.fields).filter(name => !grouped.has(name))
  const { issues: found } = fromServer.given
  const issues = Array.isArray(found) ? found.map(String) : []
  const formMessage = form.messages.form
  // What stands in the way is listed above it: that alone is not said again, and of an untouched form nothing more.
  const isSaidAbove =
    issues.length > 0 && (!form.isChanged || issues.every(issue => formMessage?.includes(issue)))
  const needsCode = form.failure?.barred === ('step-up' satisfies AccessRequirement)

  const { unsent } = form
  useEffect(() => onUnsent(unsent), [unsent, onUnsent])
  useEffect(() => {
    return body.current && !isOnPage ? focusFirstQuestion(body.current) : undefined
  }, [isOnPage])
  useEffect(() => {
    if (form.failure) banner.current?.focus()
  }, [form.failure])

  const save = async () => {
    const done = await form.submit()
    if (done) onDone(done, form.rehearsed.rehearsal)
  }

  return (
    <>
      <form
        className="panel-form"
        noValidate
        aria-label={fromServer.title}
        onSubmit={event => {
          event.preventDefault()
          void save()
        }}
      >
        <div className="panel-body" ref={body}>
          <div className="form">
            {fromServer.steps.length > 1 && <Steps label="Steps" steps={stepsOf(fromServer)} />}
            {form.failure && !needsCode && (
              <Notice tone="bad" role="alert" ref={banner}>
                <p>{form.failure.message}</p>
                {form.failure.barred === 'second factor' && (
                  <a className="button button-small" href="/profile" target="_blank" rel="noreferrer">
                    Set it up, then save again
                  </a>
                )}
                {form.failure.isStale && (
                  <button type="button" className="button button-small" onClick={onReload}>
                    Reload the form
                  </button>
                )}
              </Notice>
            )}
            <DraftNotes form={form} onReload={onReload} />
            {fromServer.description && <p className="quiet">{fromServer.description}</p>}
            {fromServer.laterNeeds === 'secondFactor' && <SecondFactorAhead />}
            <Warnings of={fromServer.warnings} />
            <TemplatesAsked action={action} subjectId={fromServer.subject.id} />
            <PlaceToCheck action={action} subjectId={fromServer.subject.id} />
            {issues.length > 0 && (
              <Notice tone="warn">
                {issues.length === 1 ? (
                  <p>{issues[0]}</p>
                ) : (
                  <ul>
                    {issues.map(issue => (
                      <li key={issue}>{issue}</li>
                    ))}
                  </ul>
                )}
              </Notice>
            )}
            <ErrorSummary form={form} />
            {formMessage && !isSaidAbove && !form.showsAll && (
              <Notice tone={form.isChanged ? 'bad' : 'info'}>
                <p>{formMessage}</p>
              </Notice>
            )}
            {form.warned.form && (
              <Notice tone="warn" role="status">
                <p>{form.warned.form}</p>
              </Notice>
            )}
            {form.isConfirmation && <ConsequencePanel form={form} isOfMany={action.on === 'round'} />}
            <Questions form={form} names={single} />
            {fromServer.groups.map(group => (
              <QuestionGroup key={group.id} form={form} group={group} />
            ))}
            {form.givesSite && (
              <Suspense fallback={<Loading lines={4} what="Loading the map" />}>
                <SitePreview form={form} />
              </Suspense>
            )}
            {!form.isConfirmation && <ConsequencePanel form={form} isOfMany={action.on === 'round'} />}
            {fromServer.approval && (
              <ProposalPart
                approval={fromServer.approval}
                reason={form.proposed.reason}
                message={form.proposed.message}
                onReason={form.proposed.say}
                onLeave={form.proposed.leave}
              />
            )}
          </div>
        </div>
        <FormFoot form={form} onCancel={onCancel} onPrevious={onPrevious} onReload={onReload} />
      </form>
      {needsCode && <StepUp onGiven={() => void save()} onCancel={form.forgetFailure} />}
    </>
  )
}
