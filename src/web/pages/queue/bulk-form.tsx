import { useCallback, useMemo, useRef, useState } from 'react'
import type { ActionFacts, Answers } from '#actions/kit/action'
import type { ActionForm } from '#contract/kit/form'
import { FIELD_REQUIRED } from '#domain/values/messages'
import type { BulkActChoice, BulkSubject } from '#contract/desk/queue'
import { ProposalSection } from '../../action/proposal-part.tsx'
import { Questions } from '../../action/questions/questions.tsx'
import { StepUp } from '../../action/step-up.tsx'
import { useForm } from '../../action/questions/use-form.ts'
import { Notice } from '../../parts/page/notice.tsx'
import { BlockedRowsNotice, ReasonList, BulkPreviewNotice } from './bulk-notices.tsx'
import { splitFormForBulkAction } from './asking-parts.ts'
import { RowFilesField, type FilesByRow } from './files-of-rows.tsx'
import { RowAnswers, type SingleRowAnswers } from './row-answers.tsx'
import { type BulkRow, useBulkStart } from './use-bulk-start.ts'
import type { useBulkForms } from './use-bulk-forms.ts'
import { splitActId } from './words.ts'
import { bulkStartLabel } from './messages.ts'

const factsOf = (form: ActionForm): ActionFacts => ({ ...form.given, declarations: form.declarations })

const NO_FILES: FilesByRow = new Map()

/** Form of a bulk action: shared fields once, files by name, and the fields that each record has for itself. */
export const BulkForm = ({
  act,
  rows,
  forms: { action, first, byRow },
  known,
  onCancel,
  onStarted,
}: {
  act: BulkActChoice
  rows: readonly BulkSubject[]
  forms: NonNullable<ReturnType<typeof useBulkForms>['data']>
  /** Answers with which the shared fields begin. */
  known: Answers
  onCancel: () => void
  onStarted: (id: string) => void
}) => {
  const parts = useMemo(() => splitFormForBulkAction(action), [action])
  const facts = useMemo(() => factsOf(first), [first])
  const shared = useForm(parts.shared, known, facts)
  const [apart, setApart] = useState<ReadonlySet<string>>(new Set())
  const [own, setOwn] = useState<ReadonlyMap<string, SingleRowAnswers>>(new Map())
  const [placed, setPlaced] = useState<Readonly<Record<string, FilesByRow>>>({})
  const [reason, setReason] = useState('')
  const bulk = useBulkStart(act, onStarted)
  const form = useRef<HTMLFormElement>(null)

  const hear = useCallback(
    (id: string, answer: SingleRowAnswers) => setOwn(before => new Map(before).set(id, answer)),
    [],
  )
  const required = parts.files.filter(({ field }) => !field.optional)
  const hasOwn = (id: string) => byRow.has(id) || apart.has(id)
  const going = rows.filter(
    ({ id }) => required.every(({ name }) => placed[name]?.has(id)) && !bulk.leftOut.has(id),
  )
  const areAllApart = rows.every(({ id }) => apart.has(id))
  const wrong = going.filter(({ id }) => hasOwn(id) && own.get(id)?.isWrong !== false)
  const isWrong = (shared.hasErrors && !areAllApart) || wrong.length > 0
  const { approval } = first
  const lacksReason = approval !== null && reason.trim() === ''
  const isReady = !isWrong && !lacksReason && going.length > 0 && !bulk.isBusy

  /** Returns all rows to send, or undefined after showing the missing answers. */
  const items = (): BulkRow[] | undefined => {
    if (!isReady) {
      shared.setShowsAll(true)
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"], .queue-files button')?.focus(),
      )
      return undefined
    }
    return going.map(row => ({
      row,
      values: hasOwn(row.id) ? (own.get(row.id)?.values ?? {}) : {},
      files: Object.fromEntries(
        Object.entries(placed).flatMap(([name, of]) => {
          const file = of.get(row.id)
          return file ? [[name, file]] : []
        }),
      ),
    }))
  }
  const start = () => {
    const wanted = items()
    if (wanted) void bulk.start(wanted, shared.shown, approval ? reason.trim() : undefined)
  }
  const check = async () => {
    const wanted = items()
    if (!wanted) return
    await bulk.check(wanted, shared.shown)
    form.current?.querySelector('.panel-body')?.scrollTo({ top: 0 })
  }
  // A binding action is previewed before it is done, as in the form of a single one.
  const asksFirst = first.binds !== null && !bulk.wouldCome
  const { kind } = splitActId(act)
  const possible = going.filter(({ missing }) => missing === null).length
  const startLabel = bulkStartLabel({
    title: act.title,
    kind,
    total: going.length,
    possible,
    isProposed: approval !== null,
  })
  return (
    <>
      <form
        ref={form}
        className="panel-form"
        noValidate
        aria-label={act.title}
        onSubmit={event => {
          event.preventDefault()
          if (asksFirst) void check()
          else start()
        }}
        onChange={bulk.changed}
      >
        <div className="panel-body">
          <div className="form">
            {bulk.failure && !bulk.failure.needsCode && (
              <Notice tone="bad" role="alert">
                <p>{bulk.failure.message}</p>
              </Notice>
            )}
            {/* The preview says the same in more detail. */}
            {bulk.wouldCome ? (
              <BulkPreviewNotice {...bulk.wouldCome} undone={first.binds?.undone} />
            ) : (
              <BlockedRowsNotice rows={rows} />
            )}
            {bulk.leftOut.size > 0 && (
              <Notice tone="warn" role="alert">
                <p>These rows are left out. Change their files, or continue without them:</p>
                <ReasonList
                  items={rows.flatMap(({ id, name }) => {
                    const why = bulk.leftOut.get(id)
                    return why === undefined ? [] : [{ name, why }]
                  })}
                />
              </Notice>
            )}
            {Object.keys(parts.shared.fields).length > 0 && (
              <section className="stack-tight" aria-label="Answers for all rows">
                <p className="quiet">Your answers apply to all {rows.length} rows:</p>
                <Questions form={shared} names={Object.keys(parts.shared.fields)} />
              </section>
            )}
            {parts.files.map(({ name, field }) => (
              <RowFilesField
                key={name}
                field={field}
                rows={rows}
                placed={placed[name] ?? NO_FILES}
                onChange={of => {
                  bulk.changed()
                  setPlaced(before => ({ ...before, [name]: of }))
                }}
              />
            ))}
            {rows
              .filter(({ id }) => hasOwn(id))
              .map(({ id, name }) => {
                const its = byRow.get(id)
                const isApart = apart.has(id)
                return (
                  <RowOwn
                    key={`${id} ${isApart}`}
                    id={id}
                    name={name}
                    asking={isApart ? parts.apart : parts.single}
                    first={{ ...its?.values, ...(isApart && shared.answers) }}
                    facts={its ? factsOf(its) : facts}
                    showsAll={shared.showsAll}
                    hear={hear}
                  />
                )
              })}
            {approval && (
              <ProposalSection
                approval={{ ...approval, waiting: null }}
                reason={reason}
                message={lacksReason && shared.showsAll ? FIELD_REQUIRED : undefined}
                onReason={setReason}
                onLeave={() => undefined}
              />
            )}
            {Object.keys(parts.shared.fields).some(
              name => parts.shared.fields[name]?.type !== 'Checkbox',
            ) && (
              <details className="queue-apart">
                <summary>Answer separately for some rows</summary>
                <ul className="plain-list">
                  {rows.map(({ id, name }) => (
                    <li key={id}>
                      <label className="tick-line">
                        <input
                          type="checkbox"
                          checked={apart.has(id)}
                          onChange={event => {
                            const after = new Set(apart)
                            if (event.target.checked) after.add(id)
                            else after.delete(id)
                            setApart(after)
                          }}
                        />
                        {name}
                      </label>
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </div>
        </div>
        <div className="panel-foot">
          {!isReady && !bulk.isBusy && (
            <p className="quiet queue-hint" id="bulk-hint">
              {going.length === 0
                ? 'Choose a file for at least one row'
                : isWrong || lacksReason
                  ? 'Answer the questions above first'
                  : ''}
            </p>
          )}
          <button
            type="submit"
            className="button button-primary"
            aria-disabled={!isReady}
            aria-describedby={isReady ? undefined : 'bulk-hint'}
          >
            {bulk.isBusy ? 'Working' : asksFirst ? 'Continue' : startLabel}
          </button>
          {!first.binds && (
            <button type="button" className="button" aria-disabled={!isReady} onClick={() => void check()}>
              Preview
            </button>
          )}
          <button type="button" className="button" onClick={onCancel}>
            Cancel
          </button>
          {bulk.sent && (
            <span className="sending" role="status">
              <progress max={bulk.sent.of} value={bulk.sent.done} aria-label="Progress" />
              <span className="num">
                {bulk.sent.done} of {bulk.sent.of}
              </span>
            </span>
          )}
        </div>
      </form>
      {bulk.failure?.needsCode && <StepUp onGiven={start} onCancel={bulk.forgetFailure} />}
    </>
  )
}

const RowOwn = ({
  id,
  hear,
  ...rest
}: Omit<Parameters<typeof RowAnswers>[0], 'onChange'> & {
  id: string
  hear: (id: string, answer: SingleRowAnswers) => void
}) => {
  const onChange = useCallback((answer: SingleRowAnswers) => hear(id, answer), [id, hear])
  return <RowAnswers {...rest} onChange={onChange} />
}
