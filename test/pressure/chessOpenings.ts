const BACK = 'RNBQKBNR'
/** White's pieces are capital letters; row 0 is White's first. */
const START = [BACK, 'PPPPPPPP', '........', '........', '........', '........', 'pppppppp', BACK.toLowerCase()].join('')
const STRAIGHT = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const
const DIAGONAL = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
] as const
const JUMPS = [1, -1, 2, -2].flatMap((row) =>
  [1, -1, 2, -2].filter((column) => Math.abs(column) !== Math.abs(row)).map((column) => [row, column] as const),
)
const MOVES: Readonly<Record<string, { readonly steps: readonly (readonly [number, number])[]; readonly far: number }>> = {
  R: { steps: STRAIGHT, far: 7 },
  B: { steps: DIAGONAL, far: 7 },
  Q: { steps: [...STRAIGHT, ...DIAGONAL], far: 7 },
  K: { steps: [...STRAIGHT, ...DIAGONAL], far: 1 },
  N: { steps: JUMPS, far: 1 },
}

/**
 * In how many ways a game of chess can begin with so many half-moves, up to three. So early nobody can castle, take in passing or leave
 * a check.
 */
export function openingLines(halfMoves: number, board = START, white = true): number {
  if (halfMoves === 0) return 1
  return movesOf(board, white).reduce((lines, next) => lines + openingLines(halfMoves - 1, next, !white), 0)
}

function movesOf(board: string, white: boolean): string[] {
  const isOurs = (piece: string) => piece !== '.' && (piece === piece.toUpperCase()) === white
  return [...board].flatMap((piece, from) => (isOurs(piece) ? targets(board, from, white).map((to) => moved(board, from, to)) : []))
}

function targets(board: string, from: number, white: boolean): number[] {
  const at = (row: number, column: number) => (row < 0 || row > 7 || column < 0 || column > 7 ? undefined : board[8 * row + column])
  const [row, column] = [from >> 3, from & 7]
  const isTheirs = (piece: string | undefined) => piece !== undefined && piece !== '.' && (piece === piece.toUpperCase()) !== white
  const found: number[] = []
  const kind = (board[from] as string).toUpperCase()
  if (kind === 'P') {
    const ahead = white ? 1 : -1
    if (at(row + ahead, column) === '.') {
      found.push(from + 8 * ahead)
      if (row === (white ? 1 : 6) && at(row + 2 * ahead, column) === '.') found.push(from + 16 * ahead)
    }
    for (const side of [-1, 1]) if (isTheirs(at(row + ahead, column + side))) found.push(from + 8 * ahead + side)
    return found
  }
  const { steps, far } = MOVES[kind] as (typeof MOVES)[string]
  for (const [up, right] of steps) {
    for (let step = 1; step <= far; step += 1) {
      const piece = at(row + up * step, column + right * step)
      if (piece === '.' || isTheirs(piece)) found.push(8 * (row + up * step) + column + right * step)
      if (piece !== '.') break
    }
  }
  return found
}

function moved(board: string, from: number, to: number): string {
  const squares = [...board]
  squares[to] = squares[from] as string
  squares[from] = '.'
  return squares.join('')
}
