/** A head of the log as a witness keeps it: the root in base64, and the signed note. */
export interface WitnessedHead {
  size: number
  root: string
  note: string
}

/** What a witness keeps. */
export interface WitnessState {
  url: string
  origin: string
  /** The keys of the log that it trusts. */
  keys: string[]
  name: string
  privateKey: string
  heads: WitnessedHead[]
}

export declare const begin: (address: string, given: { name: string; key?: string }) => Promise<WitnessState>
export declare const look: (state: WitnessState) => Promise<WitnessState>
export declare const compare: (one: WitnessState, other: WitnessState) => Promise<string | undefined>
export declare const cosign: (
  state: Pick<WitnessState, 'name' | 'privateKey'>,
  note: string,
  now?: number,
) => string
export declare const keyLineOfWitness: (state: Pick<WitnessState, 'name' | 'privateKey'>) => string
