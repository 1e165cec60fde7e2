import { useState } from 'react'
import { makeOwnCalendar, readOwnCalendar, revokeOwnCalendar } from '#contract/own-calendar'
import { messageOf } from '../../api-problem.ts'
import { askAgain, send, useAnswer } from '../../api.ts'
import { DayText } from '../../parts/amounts.tsx'
import { Notice } from '../../parts/notice.tsx'
import { QueryBoundary } from '../../parts/query-boundary.tsx'
import { toast } from '../../parts/toasts.ts'

const copy = async (address: string) => {
  try {
    await navigator.clipboard.writeText(address)
    toast('success', 'Copied')
  } catch {
    toast('error', 'The browser does not let us copy: mark the address and copy it yourself')
  }
}

const AddressOnce = ({ address }: { address: string }) => (
  <Notice role="status">
    <p>
      Subscribe to this address in your calendar. It is not shown again, and whoever has it can read your
      dates: if it gets about, make another or end it.
    </p>
    <p className="secret-text">{address}</p>
    <p>
      <button type="button" className="button button-small" onClick={() => void copy(address)}>
        Copy the address
      </button>
    </p>
  </Notice>
)

/** The secret address at which calendar programs read the dates that concern the reader. */
export const OwnCalendar = () => {
  const [address, setAddress] = useState<string | null>(null)
  const does = async (work: () => Promise<{ address: string } | void>, said: string) => {
    try {
      setAddress((await work())?.address ?? null)
      toast('success', said)
    } catch (error) {
      toast('error', messageOf(error))
    }
    await askAgain(readOwnCalendar, {})
  }
  return (
    <QueryBoundary query={useAnswer(readOwnCalendar, {})}>
      {({ madeAt }) => (
        <>
          <p className="prose">
            The days of your rounds, projects and requirements in your own calendar: windows, start and
            redemption dates, and what compliance checks ask for. Never an amount.
          </p>
          {address && <AddressOnce address={address} />}
          {madeAt && (
            <p className="quiet">
              Your calendar has had its address since <DayText day={madeAt} time />.
            </p>
          )}
          <div className="row">
            <button
              type="button"
              className="button"
              onClick={() =>
                void does(() => send(makeOwnCalendar, {}), madeAt ? 'The address before has ended' : 'Made')
              }
            >
              {madeAt ? 'Make another address' : 'Make an address for my calendar'}
            </button>
            {madeAt && (
              <button
                type="button"
                className="button"
                onClick={() => void does(() => send(revokeOwnCalendar, {}), 'The address has ended')}
              >
                End the address
              </button>
            )}
          </div>
        </>
      )}
    </QueryBoundary>
  )
}
