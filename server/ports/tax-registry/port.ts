/** The tax registry: what the tax authority knows of a CUIT (R15). */
import type { RegistryEntry } from '../../../contract/registry.ts'

/**
 * `unknown`: no such CUIT. `inactive`: there is one that may not be used. `unavailable`: nobody can tell
 * right now, with the reason for the log; it never says anything about the CUIT.
 */
export type RegistryAnswer =
  | { readonly status: 'found'; readonly entry: RegistryEntry }
  | { readonly status: 'unknown' }
  | { readonly status: 'inactive' }
  | { readonly status: 'unavailable'; readonly reason: string }

export interface TaxRegistry {
  /**
   * Looks up eleven digits whose check digit is right. Never throws: what goes wrong is 'unavailable'.
   * Gives up when the signal says so.
   */
  lookUp(cuit: string, signal?: AbortSignal): Promise<RegistryAnswer>
}

export const unavailable = (reason: string): RegistryAnswer => ({ status: 'unavailable', reason })
