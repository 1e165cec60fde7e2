import { useState } from 'react'
import { createOwnCalendar, readOwnCalendar, revokeOwnCalendarLink } from '#contract/people/own-calendar'
import { messageOf } from '../../api/api-problem.ts'
import { refetchAnswer, sendRequest, useAnswer } from '../../api/api.ts'
import { DayText } from '../../parts/values/amounts.tsx'
import { Notice } from '../../parts/page/notice.tsx'
import { QueryBoundary } from '../../parts/page/query-boundary.tsx'
import { toast } from '../../parts/page/toasts.ts'

const copy = async (address: string) => {
  try {
    await navigator.clipboard.writeText(address)
    toast('success', 'Copied')
  } catch {
    toast('error', 'We could not copy the address. Select it and copy it yourself')
  }
}

const AddressOnce = ({ address }: { address: string }) => (
  <Notice role="status">
    <p>
      Subscribe to this address in your calendar. We will not show it again. Anyone who has the address can
      read your dates. If someone else gets it, turn the address off or create a new one.
    </p>
    <p className="secret-text">{address}</p>
    <p>
      <button type="button" className="button button-small" onClick={() => void copy(address)}>
        Copy the address
      </button>
    </p>
  </Notice>
)

/** Secret address from which calendar programs read the dates that concern the reader. */
export const OwnCalendar = () => {
  const [address, setAddress] = useState<string | null>(null)
  const does = async (work: () => Promise<{ address: string } | void>, said: string) => {
    try {
      setAddress((await work())?.address ?? null)
      toast('success', said)
    } catch (error) {
      toast('error', messageOf(error))
    }
    await refetchAnswer(readOwnCalendar, {})
  }
  return (
    <QueryBoundary query={useAnswer(readOwnCalendar, {})}>
      {({ madeAt }) => (
        <>
          <p className="prose">
            See the dates of your rounds, projects and requirements in your own calendar: registration
            windows, start and redemption dates, and actions after compliance checks. The calendar never shows
            amounts.
          </p>
          {address && <AddressOnce address={address} />}
          {madeAt && (
            <p className="quiet">
              Your calendar address was created on <DayText day={madeAt} time />.
            </p>
          )}
          <div className="row">
            <button
              type="button"
              className="button"
              onClick={() =>
                void does(
                  () => sendRequest(createOwnCalendar, {}),
                  madeAt ? 'New address created. The old one no longer works' : 'Address created',
                )
              }
            >
              {madeAt ? 'Create a new address' : 'Create a calendar address'}
            </button>
            {madeAt && (
              <button
                type="button"
                className="button"
                onClick={() =>
                  void does(() => sendRequest(revokeOwnCalendarLink, {}), 'The address no longer works')
                }
              >
                Turn off the address
              </button>
            )}
          </div>
        </>
      )}
    </QueryBoundary>
  )
}
