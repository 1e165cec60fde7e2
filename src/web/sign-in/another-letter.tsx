import { useState } from 'react'
import { messageOf } from '../api/api-problem.ts'
import { Notice } from '../parts/page/notice.tsx'
import { EMAIL_SENT_AGAIN_TEXT } from './messages.ts'

/** Requests the email with the code again, and confirms the request. */
export const ResendCode = ({ ask }: { ask: () => Promise<unknown> }) => {
  const [said, setSaid] = useState<{ message: string; isBad: boolean } | null>(null)
  const again = async () => {
    try {
      await ask()
      setSaid({ message: EMAIL_SENT_AGAIN_TEXT, isBad: false })
    } catch (error) {
      setSaid({ message: messageOf(error), isBad: true })
    }
  }
  return (
    <>
      {said && (
        <Notice tone={said.isBad ? 'bad' : 'info'} role={said.isBad ? 'alert' : 'status'}>
          <p>{said.message}</p>
        </Notice>
      )}
      <p>
        Didn’t get the email?{' '}
        <button type="button" className="link-button" onClick={() => void again()}>
          Send another code
        </button>
      </p>
    </>
  )
}
