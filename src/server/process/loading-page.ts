import { once } from 'node:events'
import { createServer } from 'node:http'

const SECONDS_UNTIL_NEXT = 2

const pageWith = (line: string, percent: number): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${SECONDS_UNTIL_NEXT}">
<title>${percent}% loaded</title>
<style>main { font: 1.25rem/1.5 sans-serif; max-width: 30em; margin: 4em auto; padding: 0 1em } progress { width: 100% }</style>
<main>
<h1>The market is starting</h1>
<p>${line}</p>
<progress max="100" value="${percent}">${percent}%</progress>
<p>This page opens the market when it is ready.</p>
</main>
</html>
`

/** A stand-in for the server while it loads its first data. */
interface LoadingPage {
  /** Shows how much is loaded, from 0 to 100 percent. The first call starts listening. */
  show: (percent: number) => void
  /** Frees the port for the server. */
  close: () => Promise<void>
}

/**
 * Answers every request to the server's address with 503 and the progress of loading, until the server itself listens
 * there. If the port cannot be used, nothing is reported here: the server reports it when it starts to listen.
 */
export const openLoadingPage = ({ host, port }: { host: string; port: number }): LoadingPage => {
  let shown = 0
  const server = createServer((request, answer) => {
    const line = `The demonstration market is being loaded: ${shown}%`
    const isForPeople = request.headers.accept?.includes('text/html') === true
    answer.writeHead(503, {
      'content-type': isForPeople ? 'text/html; charset=utf-8' : 'application/json',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'cache-control': 'no-store',
      'retry-after': String(SECONDS_UNTIL_NEXT),
      connection: 'close',
    })
    answer.end(isForPeople ? pageWith(line, shown) : JSON.stringify({ error: line }))
  })
  let listening: Promise<unknown> | undefined
  return {
    show: percent => {
      shown = percent
      listening ??= once(server.listen({ host, port }), 'listening').catch(() => {})
    },
    close: async () => {
      await listening
      if (!server.listening) return
      server.closeAllConnections()
      await new Promise(resolve => void server.close(resolve))
    },
  }
}
