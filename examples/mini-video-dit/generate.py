import argparse

import torch

from minidit import MiniDiT, sample


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--prompt", required=True)
    parser.add_argument("--device", default="cuda", choices=["cuda", "cpu"])
    parser.add_argument("--steps", type=int, default=20)
    args = parser.parse_args()
    model = MiniDiT().to(args.device).eval()
    model.load_state_dict(torch.load("mini.pt"))
    print(sample(model, args.steps, seed=0, device=args.device).mean())


if __name__ == "__main__":
    main()
