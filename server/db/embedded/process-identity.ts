/** The identity of a process, by which its death, a reboot and a reused pid can all be recognised later. */
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname, uptime } from 'node:os'

export interface ProcessIdentity {
  pid: number
  /** Host name and, on Linux, pid namespace: pids of another machine or container mean nothing here. */
  machine: string
  /** Linux's boot id, elsewhere empty. */
  boot: string
  /** Start of the process in clock ticks since boot (Linux), elsewhere empty. */
  started: string
  /** Epoch milliseconds at which the identity was taken. */
  at: number
}

/**
 * 'ending': it runs none of its program any more, but the system has not finished taking it down.
 * 'elsewhere': it belongs to another machine or container, so its pid tells nothing.
 */
export type Presence = 'alive' | 'ending' | 'dead' | 'elsewhere'

/** The identity of the process `pid` of this machine; by default of this process. */
export function identityOf(pid: number = process.pid): ProcessIdentity {
  return {
    pid,
    machine: `${hostname()} ${pidNamespace()}`.trim(),
    boot: bootId(),
    started: startOf(pid),
    at: Date.now(),
  }
}

/** Whether the process that `other` describes still runs. */
export function presenceOf(other: ProcessIdentity): Presence {
  if (other.machine !== identityOf().machine) return 'elsewhere'
  if (other.boot !== bootId()) return 'dead'
  if (other.boot === '' && other.at < Date.now() - uptime() * 1000) return 'dead'
  const started = startOf(other.pid)
  const status = readOrEmpty(`/proc/${other.pid}/status`)
  if (!runs(other.pid)) return 'dead'
  // A process with this pid runs, but the system hides which it is: better to refuse the folder than to share it.
  if (started === '' || status === '') return 'alive'
  return started === other.started ? presenceIn(status) : 'dead'
}

/** SIGKILL in the masks of /proc/PID/status. */
const SIGKILL_BIT = 0x100n

/**
 * What Linux's /proc/PID/status tells about the process. The first thread of a killed process is a zombie while the
 * others still go, and one of them may be in the middle of a write: dead is a zombie without other threads.
 */
export function presenceIn(status: string): 'alive' | 'ending' | 'dead' {
  const field = (name: string) => new RegExp(`^${name}:\\s*(\\w+)`, 'm').exec(status)?.[1]
  const state = field('State')
  if (state === 'X') return 'dead'
  if (state === 'Z') return Number(field('Threads') ?? 1) > 1 ? 'ending' : 'dead'
  const killed = ['SigPnd', 'ShdPnd'].some((name) => BigInt(`0x${field(name) ?? 0}`) & SIGKILL_BIT)
  return killed || field('CoreDumping') === '1' || field('VmSize') === undefined ? 'ending' : 'alive'
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process runs, as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function startOf(pid: number): string {
  const stat = readOrEmpty(`/proc/${pid}/stat`)
  // The command name, in parentheses, may hold spaces and parentheses; field 22 is counted after it.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

function bootId(): string {
  return readOrEmpty('/proc/sys/kernel/random/boot_id').trim()
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
