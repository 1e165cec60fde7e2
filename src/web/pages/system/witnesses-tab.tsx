import { useId, useState } from 'react'
import type { BodyOf } from '#contract/kit/endpoint'
import { changeWitness, readWitnesses, type SystemWitnesses } from '#contract/system/witnesses'
import { useStepUp } from '../../action/use-step-up.tsx'
import { refetchAnswer, sendRequest, useAnswer } from '../../api/api.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Notice } from '../../parts/page/notice.tsx'
import { QueryBoundary } from '../../parts/page/query-boundary.tsx'
import { Section } from '../../parts/section.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { RowsTable } from '../../parts/table/data-table.tsx'
import { DayText } from '../../parts/values/amounts.tsx'
import { sendThenRefetch } from './send-then-refetch.ts'

type Witness = SystemWitnesses['items'][number] & { id: string }

const Seen = ({ seen }: { seen: Witness['seen'] }) => {
  if (!seen) return <b>Never</b>
  return (
    <>
      <DayText day={seen.at} time />
      <span className="small quiet">
        {seen.missing === 0 ? ' up to date' : ` ${seen.missing} entries behind`}
      </span>
    </>
  )
}

const columnsWith = (remove: (name: string) => void, isBusy: boolean): readonly Column<Witness>[] => [
  { id: 'name', header: 'Witness', main: true, cell: ({ name }) => name },
  { id: 'since', header: 'Registered', cell: ({ since }) => <DayText day={since} time /> },
  { id: 'seen', header: 'Last co-signature', cell: ({ seen }) => <Seen seen={seen} /> },
  {
    id: 'remove',
    header: 'Remove',
    cell: ({ name }) => (
      <button type="button" className="button" disabled={isBusy} onClick={() => remove(name)}>
        Remove<span className="sr-only"> {name}</span>
      </button>
    ),
  },
]

const PendingChange = ({ request }: { request: NonNullable<SystemWitnesses['request']> }) => (
  <Notice tone="warn">
    <p>
      {request.by?.name} asked on <DayText day={request.at} time /> to {request.change} the witness{' '}
      <b>{request.name}</b>. It is done when another administrator asks for the same. Ask the witness itself
      whether the line is right before you do.
    </p>
  </Notice>
)

const WitnessForms = ({ items, request, needsTwo }: SystemWitnesses) => {
  const field = useId()
  const [key, setKey] = useState('')
  const { run, isBusy, asking } = useStepUp()
  const change = (body: BodyOf<typeof changeWitness>) =>
    void run(() =>
      sendThenRefetch(
        () => sendRequest(changeWitness, { body }),
        () => refetchAnswer(readWitnesses, {}),
      ),
    )
  return (
    <>
      {request && <PendingChange request={request} />}
      {items.length === 0 ? (
        <EmptyState title="No witnesses yet">
          A witness is a program of another organisation that follows the log and signs what it saw. Without
          one, only your own word stands for the log.
        </EmptyState>
      ) : (
        <RowsTable
          caption="Witnesses of the log"
          columns={columnsWith(name => change({ change: 'remove', name }), isBusy)}
          rows={items.map(one => ({ ...one, id: one.name }))}
        />
      )}
      {asking}
      <Section heading="Register a witness">
        <form
          className="stack"
          onSubmit={event => {
            event.preventDefault()
            change({ change: 'register', key })
          }}
        >
          <label htmlFor={field}>Line that the witness printed when it was set up</label>
          <input
            id={field}
            className="input"
            value={key}
            placeholder="witness.example+1a2b3c4d+BA…"
            autoComplete="off"
            spellCheck={false}
            required
            onChange={event => setKey(event.target.value)}
          />
          <div>
            <button type="submit" className="button button-primary" disabled={isBusy}>
              Register this witness
            </button>
          </div>
          <p className="quiet">
            {needsTwo
              ? 'Two administrators must enter the same line, because a witness that one person can register proves nothing to others.'
              : 'The witness is registered at once.'}
          </p>
        </form>
      </Section>
    </>
  )
}

/** Witnesses of the log: who they are, what they last signed, and forms to register or remove one. */
export const WitnessesTab = () => (
  <QueryBoundary query={useAnswer(readWitnesses, {})}>
    {witnesses => (
      <div className="stack measure">
        <WitnessForms {...witnesses} />
      </div>
    )}
  </QueryBoundary>
)
