import { useState } from 'react'
import { messageOf } from '../api-problem.ts'
import { Notice } from '../parts/notice.tsx'

/** Asks for the letter with the code once more, and says that it has been asked for. */
export const AnotherLetter = ({ ask }: { ask: () => Promise<unknown> }) => {
  const [said, setSaid] = useState<{ message: string; isBad: boolean } | null>(null)
  const again = async () => {
    try {
      await ask()
      setSaid({ message: 'If there is such an account, another letter is on its way.', isBad: false })
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
        No letter?{' '}
        <button type="button" className="link-button" onClick={() => void again()}>
          Send another code
        </button>
      </p>
    </>
  )
}
