/** The tax registry: what the tax authority knows of a CUIT (R15). */
import type { RegistryEntry } from '../../../contract/registry.ts'

/**
 * `unknown`: there is no such CUIT. `inactive`: it exists, but may not be used. `unavailable`: the registry
 * could not answer, with the reason for the log; this says nothing about the CUIT.
 */
export type RegistryAnswer =
  | { readonly status: 'found'; readonly entry: RegistryEntry }
  | { readonly status: 'unknown' }
  | { readonly status: 'inactive' }
  | { readonly status: 'unavailable'; readonly reason: string }

export interface TaxRegistry {
  /** The shop asks no registry: its screens do not speak of one. */
  readonly isNone?: true
  /**
   * Looks up eleven digits whose check digit is right. Never throws: every failure is 'unavailable', also
   * an abort by the signal.
   */
  lookUp(cuit: string, signal?: AbortSignal): Promise<RegistryAnswer>
}

export const unavailable = (reason: string): RegistryAnswer => ({ status: 'unavailable', reason })
