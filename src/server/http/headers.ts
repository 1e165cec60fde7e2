import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { ServerConfig } from '../process/config.ts'

const YEARS = 365 * 24 * 60 * 60

const isSecure = (config: ServerConfig): boolean => config.publicUrl.startsWith('https:')

/**
 * Content security policy of a page: its own files only. A nonce admits the one style element that the pages need.
 */
export const contentSecurityPolicy = (config: ServerConfig, nonce?: string): string =>
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

/** Policy of the page that verifies a match: it may also run a solver in a worker, both from blobs that it made. */
export const verifierContentSecurityPolicy = (config: ServerConfig): string =>
  contentSecurityPolicy(config)
    .replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'; worker-src blob:")
    .replace("connect-src 'self'", "connect-src 'self' blob:")

/** Policy of the practice market's worker, which may run the engine and fetch its solver. Its page may do neither. */
export const ENGINE_CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

/** Adds the security headers to every answer. */
export const addSecurityHeaders = async (app: FastifyInstance, config: ServerConfig): Promise<void> => {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: { policy: 'require-corp' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: isSecure(config) ? { maxAge: 2 * YEARS, includeSubDomains: true } : false,
  })
  const usual = contentSecurityPolicy(config)
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', usual)
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
  })
}
