export const runNamedFaults = async (_: (l: string) => void): Promise<readonly string[]> => []
