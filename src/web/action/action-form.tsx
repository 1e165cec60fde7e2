import { lazy, Suspense, useEffect, useRef } from 'react'
import type { Action } from '#actions/kit/action'
import type { AccessRequirement } from '#contract/people/account'
import type {
  ActionForm as FormFromServer,
  ActionLink,
  ActionResult,
  ActionPreview,
} from '#contract/kit/form'
import { LoadingPlaceholder } from '../parts/page/query-boundary.tsx'
import { Notice } from '../parts/page/notice.tsx'
import { Steps } from '../parts/steps.tsx'
import { Warnings } from '../parts/warnings.tsx'
import { ConsequencePanel } from './consequence-panel.tsx'
import { DraftNotes } from './draft-notes.tsx'
import { ErrorSummary } from './questions/error-summary.tsx'
import { focusFirstQuestion } from './questions/focus.ts'
import { FormFoot } from './form-foot.tsx'
import { DepositNote, PlaceContradictions, SecondFactorNote, FormTemplates } from './form-notes.tsx'
import { ProposalSection } from './proposal-part.tsx'
import { QuestionGroup } from './questions/question-group.tsx'
import { Questions } from './questions/questions.tsx'
import { StepUp } from './step-up.tsx'
import { type OpenActionForm, useAction } from './questions/use-action.ts'

const SitePreview = lazy(async () => ({ default: (await import('./site-preview.tsx')).SitePreview }))

const stepsOf = ({ steps }: FormFromServer) => {
  const at = steps.findIndex(step => step.current)
  return steps.map((step, index) => ({
    id: step.id,
    label: step.title,
    state: index < at ? ('done' as const) : index === at ? ('current' as const) : ('ahead' as const),
  }))
}

/** Form of any action: its fields in order and in groups, validated as they are filled in. */
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
  /**
   * The form is part of a page, which is read from its beginning, so the first field does not take the focus.
   */
  isOnPage?: boolean
  onDone: (done: ActionResult, rehearsal: ActionPreview | null) => void
  onCancel: () => void
  onPrevious: (to: ActionLink) => void
  onReload: () => void
  onUnsent: (unsent: OpenActionForm['unsent']) => void
}) => {
  const form = useAction(action, fromServer, url)
  const body = useRef<HTMLDivElement>(null)
  const banner = useRef<HTMLDivElement>(null)
  const grouped = new Set(fromServer.groups.flatMap(group => group.fieldIds))
  const single = Object.keys(action.fields).filter(name => !grouped.has(name))
  const { issues: found } = fromServer.given
  const issues = Array.isArray(found) ? found.map(String) : []
  const formMessage = form.messages.form
  // Obstacles are listed above the form, so they are not repeated here; an untouched form shows nothing more.
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
            {fromServer.laterNeeds === 'secondFactor' && <SecondFactorNote />}
            <Warnings of={fromServer.warnings} />
            <FormTemplates action={action} subjectId={fromServer.subject.id} />
            <PlaceContradictions action={action} subjectId={fromServer.subject.id} />
            <DepositNote action={action} subjectId={fromServer.subject.id} />
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
              <Suspense fallback={<LoadingPlaceholder lines={4} what="Loading the map" />}>
                <SitePreview form={form} />
              </Suspense>
            )}
            {!form.isConfirmation && <ConsequencePanel form={form} isOfMany={action.on === 'round'} />}
            {fromServer.approval && (
              <ProposalSection
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
