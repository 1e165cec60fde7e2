import { useEffect, useRef } from 'react'
import { Notice } from '../../parts/notice.tsx'
import { toast } from '../../parts/toasts.ts'

/** Recovery codes, shown this one time: to copy, to write down or to keep as a file. */
export const RecoveryCodesOnce = ({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) => {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      toast('success', 'Copied')
    } catch {
      toast('error', 'The browser does not let us copy: mark the codes and copy them yourself')
    }
  }
  return (
    <>
      <Notice ref={notice} role="status">
        <p>
          The second factor is on. Keep these recovery codes where you would keep a key: each signs you in
          once when your passkey or authenticator is not at hand, and they are never shown again.
        </p>
      </Notice>
      <ul className="recovery-codes" aria-label="Recovery codes">
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row">
        <button type="button" className="button button-primary" onClick={onKept}>
          I have kept them
        </button>
        <button type="button" className="button" onClick={() => void copy()}>
          Copy
        </button>
        <a
          className="button"
          download="recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`}
        >
          Download
        </a>
      </div>
    </>
  )
}
