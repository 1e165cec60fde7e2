/** Options for sending a form with files. */
interface Sending {
  headers: Readonly<Record<string, string>>
  /** Signal that aborts the upload, which then rejects. */
  signal: AbortSignal
  /** Called with the fraction that has been sent, from 0 to 1. */
  onProgress: (part: number) => void
}

/** Sends a form with files as `fetch` would, and reports the progress, which `fetch` cannot do. */
export const sendFiles = (url: string, body: FormData, { headers, signal, onProgress }: Sending) =>
  new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const fail = () => reject(new TypeError('The form could not be sent'))
    request.open('POST', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total)
    })
    request.addEventListener('load', () => {
      const { responseText, status } = request
      resolve(new Response(responseText === '' ? null : responseText, { status }))
    })
    request.addEventListener('error', fail)
    request.addEventListener('abort', fail)
    if (signal.aborted) fail()
    else {
      signal.addEventListener('abort', () => request.abort(), { once: true })
      request.send(body)
    }
  })
