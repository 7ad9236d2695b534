"""Pipelines with random weights, as small as their classes allow: ``tiny_pipelines.py DIR``.

Each is written as a hub repository holds it, so that the code that loads the real model loads it.
"""

import importlib.util
import sys
from pathlib import Path

import diffusers
import peft
import torch
import transformers
from tokenizers.pre_tokenizers import ByteLevel

MARKS = ["<|endoftext|>", "<|im_start|>", "<|im_end|>", "<think>", "</think>"]
TEMPLATE = (
    "{% for m in messages %}<|im_start|>{{ m['role'] }}\n{{ m['content'] }}<|im_end|>\n"
    "{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
LETTERS = sorted(ByteLevel.alphabet())


def numbered(words):
    return {word: number for number, word in enumerate(words)}


def qwen_tokenizer():
    tokenizer = transformers.Qwen2Tokenizer(vocab=numbered([*MARKS, *LETTERS]), merges=[])
    tokenizer.add_special_tokens({"additional_special_tokens": MARKS[1:3]})
    tokenizer.chat_template = TEMPLATE
    tokenizer.model_max_length = 512
    return tokenizer


def clip_tokenizer():
    words = [*LETTERS, *(f"{letter}</w>" for letter in LETTERS), "<|startoftext|>", MARKS[0]]
    tokenizer = transformers.CLIPTokenizer(vocab=numbered(words), merges=[])
    tokenizer.model_max_length = 77
    return tokenizer


def t5_tokenizer():
    pieces = [("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0), ("▁", -2.0)]
    pieces += [(chr(code), -3.0) for code in range(33, 127)]
    return transformers.T5Tokenizer(vocab=pieces, extra_ids=0, additional_special_tokens=[])


def qwen(kind):
    config = transformers.Qwen3Config(
        hidden_size=16, intermediate_size=16, num_hidden_layers=2, num_attention_heads=2,
        num_key_value_heads=2, head_dim=8, vocab_size=300, max_position_embeddings=512,
    )  # fmt: skip
    return kind(config).eval()


def clip():
    config = transformers.CLIPTextConfig(
        vocab_size=514, bos_token_id=512, eos_token_id=513, pad_token_id=513, hidden_size=32,
        intermediate_size=32, num_attention_heads=4, num_hidden_layers=1, projection_dim=32,
    )  # fmt: skip
    return transformers.CLIPTextModelWithProjection(config).eval()


def t5(config, model):
    return model(
        config(
            vocab_size=100,
            d_model=32,
            d_kv=8,
            d_ff=32,
            num_layers=1,
            num_heads=4,
            feed_forward_proj="gated-gelu",
            dropout_rate=0.0,
        )
    ).eval()


def vae(latents):
    return diffusers.AutoencoderKL(
        in_channels=3, out_channels=3, down_block_types=["DownEncoderBlock2D"] * 2,
        up_block_types=["UpDecoderBlock2D"] * 2, block_out_channels=[8, 8], layers_per_block=1,
        latent_channels=latents, norm_num_groups=4, sample_size=32, scaling_factor=1.0,
        shift_factor=0.0, use_quant_conv=False, use_post_quant_conv=False,
    )  # fmt: skip


def scheduler():
    return diffusers.FlowMatchEulerDiscreteScheduler()


def z_image():
    transformer = diffusers.ZImageTransformer2DModel(
        in_channels=16, dim=32, n_layers=1, n_refiner_layers=1, n_heads=2, n_kv_heads=2,
        cap_feat_dim=16, axes_dims=[8, 4, 4],
    )  # fmt: skip
    with torch.no_grad():  # made by torch.empty, so now and then not a number
        transformer.x_pad_token.fill_(1.0)
        transformer.cap_pad_token.fill_(1.0)
    return diffusers.ZImagePipeline(
        scheduler(), vae(16), qwen(transformers.Qwen3Model), qwen_tokenizer(), transformer
    )


def stable_diffusion():
    transformer = diffusers.SD3Transformer2DModel(
        sample_size=32, patch_size=2, in_channels=4, num_layers=1, attention_head_dim=8,
        num_attention_heads=4, caption_projection_dim=32, joint_attention_dim=32,
        pooled_projection_dim=64, out_channels=4,
    )  # fmt: skip
    return diffusers.StableDiffusion3Pipeline(
        transformer, scheduler(), vae(4), clip(), clip_tokenizer(), clip(), clip_tokenizer(),
        t5(transformers.T5Config, transformers.T5EncoderModel), t5_tokenizer(),
    )  # fmt: skip


def klein():
    transformer = diffusers.Flux2Transformer2DModel(
        patch_size=1, in_channels=16, num_layers=1, num_single_layers=1, attention_head_dim=16,
        num_attention_heads=2, joint_attention_dim=48, timestep_guidance_channels=256,
        axes_dims_rope=[4, 4, 4, 4], guidance_embeds=False,
    )  # fmt: skip
    coder = diffusers.AutoencoderKLFlux2(
        down_block_types=["DownEncoderBlock2D"] * 2, up_block_types=["UpDecoderBlock2D"] * 2,
        block_out_channels=[8, 8], layers_per_block=1, latent_channels=4, norm_num_groups=4,
        sample_size=32, use_quant_conv=False, use_post_quant_conv=False,
    )  # fmt: skip
    return diffusers.Flux2KleinPipeline(
        scheduler(),
        coder,
        qwen(transformers.Qwen3ForCausalLM),
        qwen_tokenizer(),
        transformer,
        True,
    )


def wan():
    coder = diffusers.AutoencoderKLWan(
        base_dim=4, z_dim=48, in_channels=12, out_channels=12, is_residual=True, patch_size=2,
        latents_mean=[0.0] * 48, latents_std=[1.0] * 48, dim_mult=[1, 1, 1, 1], num_res_blocks=1,
        scale_factor_spatial=16, scale_factor_temporal=4,
        temperal_downsample=[False, True, True],
    )  # fmt: skip
    transformer = diffusers.WanTransformer3DModel(
        patch_size=(1, 2, 2), num_attention_heads=2, attention_head_dim=12, in_channels=48,
        out_channels=48, text_dim=32, freq_dim=64, ffn_dim=32, num_layers=1,
        cross_attn_norm=True, rope_max_seq_len=64,
    )  # fmt: skip
    steps = diffusers.UniPCMultistepScheduler(
        prediction_type="flow_prediction", use_flow_sigmas=True, flow_shift=3.0
    )
    return diffusers.WanImageToVideoPipeline(
        t5_tokenizer(), t5(transformers.UMT5Config, transformers.UMT5EncoderModel), coder, steps,
        transformer=transformer, expand_timesteps=True,
    )  # fmt: skip


def gemma_tokenizer():
    words = ["<pad>", "<eos>", "<bos>", "<unk>", "<mask>", "▁"]
    words += [f"<0x{code:02X}>" for code in range(256)]
    return transformers.GemmaTokenizer(
        vocab=numbered([*words, *map(chr, range(33, 127))]), merges=[]
    )


def gemma():
    text = transformers.Gemma3TextConfig(
        vocab_size=400, hidden_size=16, intermediate_size=16, num_hidden_layers=2,
        num_attention_heads=2, num_key_value_heads=1, head_dim=8, max_position_embeddings=512,
    )  # fmt: skip
    sight = transformers.SiglipVisionConfig(
        hidden_size=8, intermediate_size=8, num_hidden_layers=1, num_attention_heads=1,
        image_size=32, patch_size=16,
    )  # fmt: skip
    config = transformers.Gemma3Config(
        text_config=text.to_dict(), vision_config=sight.to_dict(), mm_tokens_per_image=4
    )
    return transformers.Gemma3ForConditionalGeneration(config).eval()


def ltx():
    """Clips with sound: every part beside the transformer as small as it goes."""
    from diffusers.pipelines.ltx2 import LTX2TextConnectors, LTX2Vocoder

    width = 16  # of the text encoder, whose three layers are read
    transformer = diffusers.LTX2VideoTransformer3DModel(
        in_channels=4, out_channels=4, patch_size=1, patch_size_t=1, num_attention_heads=2,
        attention_head_dim=8, cross_attention_dim=16, audio_in_channels=4, audio_out_channels=4,
        audio_num_attention_heads=2, audio_attention_head_dim=4, audio_cross_attention_dim=8,
        num_layers=1, qk_norm="rms_norm_across_heads", caption_channels=width,
        rope_double_precision=False, rope_type="split",
    )  # fmt: skip
    connectors = LTX2TextConnectors(
        caption_channels=width, text_proj_in_factor=3, video_connector_num_attention_heads=2,
        video_connector_attention_head_dim=8, video_connector_num_layers=1,
        video_connector_num_learnable_registers=None, audio_connector_num_attention_heads=2,
        audio_connector_attention_head_dim=8, audio_connector_num_layers=1,
        audio_connector_num_learnable_registers=None, connector_rope_base_seq_len=32,
        rope_theta=10000.0, rope_double_precision=False, causal_temporal_positioning=False,
        rope_type="split",
    )  # fmt: skip
    coder = diffusers.AutoencoderKLLTX2Video(
        in_channels=3, out_channels=3, latent_channels=4, block_out_channels=(8,),
        decoder_block_out_channels=(8,), layers_per_block=(1,), decoder_layers_per_block=(1, 1),
        spatio_temporal_scaling=(True,), decoder_spatio_temporal_scaling=(True,),
        decoder_inject_noise=(False, False), downsample_type=("spatial",),
        upsample_residual=(False,), upsample_factor=(1,), timestep_conditioning=False,
        patch_size=1, patch_size_t=1, encoder_causal=True, decoder_causal=False,
    )  # fmt: skip
    sound = diffusers.AutoencoderKLLTX2Audio(
        base_channels=4, output_channels=2, ch_mult=(1,), num_res_blocks=1, attn_resolutions=None,
        in_channels=2, resolution=32, latent_channels=2, norm_type="pixel",
        causality_axis="height", dropout=0.0, mid_block_add_attention=False, sample_rate=16000,
        mel_hop_length=160, is_causal=True, mel_bins=8,
    )  # fmt: skip
    vocoder = LTX2Vocoder(
        in_channels=16, hidden_channels=32, out_channels=2, upsample_kernel_sizes=[4, 4],
        upsample_factors=[2, 2], resnet_kernel_sizes=[3], resnet_dilations=[[1, 3, 5]],
        leaky_relu_negative_slope=0.1, output_sampling_rate=16000,
    )  # fmt: skip
    return diffusers.LTX2ImageToVideoPipeline(
        scheduler(), coder, sound, gemma(), gemma_tokenizer(), connectors, transformer, vocoder
    )


def qwen_edit():
    """Edits; its processor looks at the pictures with torchvision."""
    marks = ["<|vision_start|>", "<|vision_end|>", "<|image_pad|>", "<|video_pad|>"]
    tokenizer = qwen_tokenizer()
    tokenizer.add_special_tokens({"additional_special_tokens": [*MARKS[1:3], *marks]})
    names = ("vision_start_token_id", "vision_end_token_id", "image_token_id", "video_token_id")
    text = {
        "hidden_size": 16, "intermediate_size": 16, "num_hidden_layers": 2,
        "num_attention_heads": 2, "num_key_value_heads": 1, "vocab_size": 300,
        "max_position_embeddings": 4096, "bos_token_id": 0, "eos_token_id": 0,
        "rope_parameters": {"rope_type": "default", "mrope_section": [1, 1, 2], "rope_theta": 1e6},
    }  # fmt: skip
    sight = {
        "depth": 1, "hidden_size": 16, "intermediate_size": 16, "num_heads": 2,
        "out_hidden_size": 16, "fullatt_block_indexes": [0], "window_size": 56,
    }  # fmt: skip
    config = transformers.Qwen2_5_VLConfig(
        text_config=text,
        vision_config=sight,
        **dict(zip(names, tokenizer.convert_tokens_to_ids(marks), strict=True)),
    )
    processor = transformers.Qwen2VLProcessor(
        transformers.Qwen2VLImageProcessor(max_pixels=56 * 56),
        tokenizer,
        transformers.Qwen2VLVideoProcessor(),
        chat_template=TEMPLATE,
    )
    coder = diffusers.AutoencoderKLQwenImage(
        base_dim=4, z_dim=4, dim_mult=[1, 1, 1, 1], num_res_blocks=1,
        temperal_downsample=[False, True, True], latents_mean=[0.0] * 4, latents_std=[1.0] * 4,
    )  # fmt: skip
    transformer = diffusers.QwenImageTransformer2DModel(
        in_channels=16, out_channels=4, num_layers=1, attention_head_dim=16,
        num_attention_heads=2, joint_attention_dim=16, axes_dims_rope=(8, 4, 4),
    )  # fmt: skip
    return diffusers.QwenImageEditPlusPipeline(
        scheduler(),
        coder,
        transformers.Qwen2_5_VLForConditionalGeneration(config).eval(),
        tokenizer,
        processor,
        transformer,
    )


PIPELINES = {"z-image": z_image, "sd3": stable_diffusion, "klein": klein, "wan": wan, "ltx": ltx}
if importlib.util.find_spec("torchvision"):
    PIPELINES["qwen"] = qwen_edit


def write_lora(pipeline, folder):
    """Write a LoRA of the pipeline's transformer whose weights are far from zero."""
    config = peft.LoraConfig(r=4, target_modules=["to_q", "to_k", "to_v"], init_lora_weights=False)
    pipeline.transformer.add_adapter(config)
    weights = peft.get_peft_model_state_dict(pipeline.transformer)
    pipeline.save_lora_weights(folder, transformer_lora_layers=weights)


def write_gguf(pipeline, folder):
    """Write the transformer with 8-bit weights, under the names of the model's own checkpoint."""
    import gguf

    def own_name(name):
        for ours, theirs in (
            ("all_final_layer.2-1.", "final_layer."),
            ("all_x_embedder.2-1.", "x_embedder."),
            (".attention.to_out.0.", ".attention.out."),
            (".attention.norm_k.", ".attention.k_norm."),
            (".attention.norm_q.", ".attention.q_norm."),
        ):
            name = name.replace(ours, theirs)
        return name

    folder.mkdir()
    writer = gguf.GGUFWriter(folder / "tiny-Q8_0.gguf", "lumina2")
    linear = {
        f"{name}.weight"
        for name, module in pipeline.transformer.named_modules()
        if isinstance(module, torch.nn.Linear) and module.in_features % 32 == 0
    }
    for name, tensor in pipeline.transformer.state_dict().items():
        values = tensor.float().numpy()
        if name in linear:
            kind = gguf.GGMLQuantizationType.Q8_0
            writer.add_tensor(own_name(name), gguf.quants.quantize(values, kind), raw_dtype=kind)
        else:
            writer.add_tensor(own_name(name), values)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


if __name__ == "__main__":
    torch.manual_seed(0)
    for name, build in PIPELINES.items():
        pipeline = build()
        pipeline.save_pretrained(Path(sys.argv[1]) / name)
        if name == "z-image" and importlib.util.find_spec("gguf"):
            write_gguf(pipeline, Path(sys.argv[1]) / "gguf")
        if name == "klein":
            write_lora(pipeline, Path(sys.argv[1]) / "lora")
