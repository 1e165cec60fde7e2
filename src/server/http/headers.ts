import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

const YEARS = 365 * 24 * 60 * 60

const isSecure = (config: Config): boolean => config.publicUrl.startsWith('https:')

/** What a page may load and do: its own files only. A nonce admits the one style element that the pages need. */
export const contentPolicy = (config: Config, nonce?: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${nonce ? ` 'nonce-${nonce}'` : ''}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(isSecure(config) ? ['upgrade-insecure-requests'] : []),
  ].join('; ')

/** What the page that checks a match may do besides: run a solver, in a thread of its own, both made of what it has. */
export const verifierPolicy = (config: Config): string =>
  contentPolicy(config)
    .replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'; worker-src blob:")
    .replace("connect-src 'self'", "connect-src 'self' blob:")

/** What the thread of the practice market may do: run the engine and fetch its solver. Its page may run neither. */
export const ENGINE_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

/** The headers by which browsers protect readers, on every answer. */
export const protect = async (app: FastifyInstance, config: Config): Promise<void> => {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: { policy: 'require-corp' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: isSecure(config) ? { maxAge: 2 * YEARS, includeSubDomains: true } : false,
  })
  const usual = contentPolicy(config)
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', usual)
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
  })
}
