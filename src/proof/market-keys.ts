import type { LogKeys } from '@credit-market/transparency-log/checked-note'

/** Public keys that verify everything that a market signs. */
export interface MarketKeys extends LogKeys {
  /** Public address of the market. */
  address: string
  /** Keys of certificates, each 32 bytes in base64. */
  certificates: readonly string[]
}
