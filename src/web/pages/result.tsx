import { Download } from 'lucide-react'
import { useParams, useSearchParams } from 'react-router'
import { urlOf } from '#contract/endpoint'
import { addressOf } from '#contract/nouns'
import { readResult, type ResultView, type StatementFormat } from '#contract/result'
import { paymentSteps, proceedsParts } from '#domain/result-words'
import { useAnswer } from '../api.ts'
import { PaymentStepsChart } from '../charts/payment-steps.tsx'
import { DayText, InPence, Money } from '../parts/amounts.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'
import { Chooser } from './result/chooser.tsx'
import { LostItems, WonItems } from './result/items.tsx'
import { AfterSteps } from './result/next-steps.tsx'
import { PageBoundary } from './shared/page-boundary.tsx'
import './result/result.css'
import './item/item.css'
import './shared/pages.css'

const statementOf = ({ round, organisation }: ResultView, format: StatementFormat): string =>
  urlOf(readResult, { params: { id: round.id }, query: { organisationId: organisation.id, format } })

const Statement = ({ result }: { result: ResultView }) => (
  <div className="row">
    {(
      [
        ['html', 'Statement'],
        ['csv', 'as CSV'],
      ] as const
    ).map(([format, label]) => (
      <a key={format} className="button button-small" href={statementOf(result, format)} download>
        <Download aria-hidden="true" />
        {label}
      </a>
    ))}
  </div>
)

const Way = ({ result }: { result: ResultView }) => {
  const steps = paymentSteps(result)
  const parts = proceedsParts(result.proceeds, result.isOwn ? 'you' : 'the supplier')
  return (
    <div className="result-way">
      <PaymentStepsChart steps={steps} />
      <div className="stack">
        <table className="sum-table">
          <caption className="sr-only">How the amount comes about</caption>
          <tbody>
            {steps.map(({ of, label, amount }) => (
              <tr key={label} className={of === 'total' ? 'is-total' : undefined}>
                <th scope="row">{label}</th>
                <td className="cell-num">
                  {amount < 0 && '− '}
                  <Money pounds={Math.abs(amount)} />
                </td>
              </tr>
            ))}
            {parts.map(({ label, amount }) => (
              <tr key={label}>
                <th scope="row">Received {label}</th>
                <td className="cell-num">
                  <Money pounds={amount} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="quiet small measure">
          Nobody pays more than it bid, and nobody receives less than it asked. The surplus is the winning
          bids less the winning asks; all of it goes back to those who won.
          {result.halfWidth > 0 && (
            <>
              {' '}
              This share is {result.certainty === 'bounded' ? 'certain' : 'known'} within{' '}
              <Money pounds={result.halfWidth} />
              {result.certainty === 'sampled' ? ', 95 times of 100.' : '.'}
            </>
          )}
        </p>
      </div>
    </div>
  )
}

const Body = ({ result }: { result: ResultView }) => {
  const hasWon = result.items.some(item => item.won)
  return (
    <InPence>
      <Chooser result={result} />
      <div className={hasWon ? 'result-head has-won' : 'result-head'}>
        <p>{result.sentences.join(' ')}</p>
        <p className="quiet">
          {result.settledAt ? (
            <>
              The market operator accepted the match on <DayText day={result.settledAt} />. As at{' '}
              <DayText day={result.on} />.
            </>
          ) : (
            'If the match is accepted. Only the market operator sees this yet.'
          )}
        </p>
        {result.isPublished && (
          <p className="quiet">
            Anyone can check{' '}
            <a href={`/rounds/${encodeURIComponent(result.round.id)}/match`}>the published match</a>, and can
            work out most names in it. Your receipt leads to your line.
          </p>
        )}
      </div>
      {result.items.length === 0 && (
        <EmptyState title="Nothing in the match">
          Only what had an offer or a bid when the round closed could win.
        </EmptyState>
      )}
      {hasWon && (
        <>
          <Section heading="How the amount comes about">
            <Way result={result} />
          </Section>
          <Section heading="What was won">
            <WonItems of="project" result={result} />
            <WonItems of="requirement" result={result} />
          </Section>
        </>
      )}
      {result.items.some(item => !item.won) && (
        <Section heading="What was not matched">
          <LostItems result={result} />
        </Section>
      )}
      {result.items.some(item => item.steps.length > 0) && result.settledAt && (
        <Section heading="What happens next">
          <AfterSteps result={result} />
        </Section>
      )}
    </InPence>
  )
}

/** What a round means for one organisation: what it won, what it pays or receives and why, and what happens next. */
export const ResultPage = () => {
  const { roundId = '' } = useParams()
  const [search] = useSearchParams()
  const organisationId = search.get('for') ?? undefined
  const query = useAnswer(readResult, { params: { id: roundId }, query: { organisationId } })
  return (
    <PageBoundary query={query} title="Result">
      {result => (
        <Page
          title={result.isOwn ? 'Your result' : `Result of ${result.organisation.name}`}
          crumbs={[
            {
              name: `${result.round.market}, ${result.round.name}`,
              to: addressOf('round', { marketId: result.round.marketId, id: result.round.id }),
            },
            { name: 'Result' },
          ]}
          subtitle={
            <span>
              {result.round.market}, {result.round.name}
            </span>
          }
          actions={<Statement result={result} />}
        >
          <Body result={result} />
        </Page>
      )}
    </PageBoundary>
  )
}
