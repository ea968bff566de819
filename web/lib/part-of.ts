import type { Endpoint, ResponseOf } from '../../contract/endpoint.ts'

/** Where else on the device an answer may be found: in a whole that another call answered, without values. */
export interface PartOf<E extends Endpoint, W extends Endpoint = Endpoint> {
  readonly whole: W
  /** Undefined where the whole does not have it. */
  readonly pick: (whole: ResponseOf<W>) => ResponseOf<E> | undefined
}
